/** What was last seen, under the locks, of each place that somebody asked for: by this its next wish is looked for. It is a guess, and is asked again where it counts. */
import type { Decider, Showing } from '../decider'
import { wantOf } from '../decide-given'
import type { NamespaceFacts, Policy, State, Wish } from '../facts'
import type { NodesHeld } from '../nodes-held'
import { type FleetFacts, noFleet, ownOf, type Want } from './decide-placement'
import type { Plan, Sought } from './seek'

export type Place = Pick<State, 'tenant' | 'regions'> & { readonly namespace: NamespaceFacts; readonly known: readonly string[]; readonly policy: Policy; /** GPUs that the accounts below the organisation have room for. */ readonly room: bigint }
export type Placing = { readonly decider: Decider<never, never, never> | Showing<never, never, never>; readonly by: { readonly tenant: string }; readonly input: unknown }
const rememberedMost = 20_000
const clock = () => new Date().toISOString()

export class PlacesSeen {
  #places = new Map<string, Place>()

  learn(tenant: string, namespace: string, place: Place): Place {
    if (this.#places.size >= rememberedMost) this.#places.clear()
    this.#places.set(`${tenant}/${namespace}`, place)
    return place
  }

  of(tenant: string, namespace: string): Place | null { return this.#places.get(`${tenant}/${namespace}`) ?? null }

  wantOf({ decider, by, input }: Placing): Sought {
    // Its wish stands in its row, which is read under the locks: so nothing is remembered of where it may go, and the fleet is read before.
    if (decider.placesHeld) return 'unknown'
    const wish = decider.places?.(input as never)
    if (!wish) return null
    const place = this.#places.get(`${by.tenant}/${wish.namespace}`)
    if (!place) return 'unknown'
    if (!place.policy.placement.nodes) return null
    const { want } = wantOf(place, wish, clock())
    return { ...want, own: ownOf([place.room, BigInt(place.policy.priority.devicesMost)], want) }
  }

  /** Of one that waits: what it is about stands in its row. Null where no node is chosen for it: nobody says that nodes are, or there is none where its tenant may be at all. */
  wantOfWaiting(place: Place, wish: Wish, regions: ReadonlySet<string>): Want | null {
    if (!place.policy.placement.nodes) return null
    const { want, mayBe } = wantOf(place, wish, clock())
    return mayBe.some((region) => regions.has(region)) ? want : null
  }

  factsOf(place: Place, nodes: NodesHeld, plan: Plan | null, wish: Wish, now: string): FleetFacts {
    if (!place.policy.placement.nodes) return noFleet
    const { want, mayBe } = wantOf(place, wish, now)
    return nodes.facts(plan, want, mayBe)
  }
}
