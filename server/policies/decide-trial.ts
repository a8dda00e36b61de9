/**
 * What a draft of a policy would have made of what was decided already: each wish is decided twice on the facts of then, under what holds now and under the draft. So the only
 * difference between the two is the draft.
 */
import { type Decision, decide } from '~/server/admission/decide'
import type { Policy, Verdict } from '~/server/admission/facts'
import type { CreateFacts } from '~/server/allocations/create-allocation'

export type Past = { readonly allocation: string | null; readonly at: string; readonly facts: CreateFacts }
/** What became of a wish, as far as somebody feels it. */
export type Came = { readonly verdict: Verdict; readonly reason: string | null; readonly byRule: boolean }
export type Example = { readonly allocation: string | null; readonly namespace: string; readonly name: string; readonly at: string }
export type Flip = { readonly before: Came; readonly after: Came; readonly times: number; readonly examples: readonly Example[] }
export type Trial = {
  readonly looked: number
  /** Decided by a version of the product whose facts this one cannot read. */
  readonly unread: number
  readonly flips: readonly Flip[]
  readonly namespaces: readonly { readonly namespace: string; readonly looked: number; readonly flipped: number }[]
}
export const examplesMost = 3

const cameOf = ({ verdict, reason, effects }: Decision): Came => ({ verdict, reason, byRule: effects.byRule ?? false })
const isSame = (one: Came, other: Came) => one.verdict === other.verdict && one.reason === other.reason && one.byRule === other.byRule

export type Compared = { readonly past: Past; readonly came: { readonly before: Came; readonly after: Came } | null }
/** Null where its facts cannot be read: those of another version may lack what this one asks for. */
export function compareUnder(past: Past, policy: Policy, draft: Policy): Compared {
  const { state, wish, now } = past.facts
  try {
    return { past, came: { before: cameOf(decide(state, wish, policy, now)), after: cameOf(decide(state, wish, draft, now)) } }
  } catch {
    return { past, came: null }
  }
}

export function decideTrial(compared: readonly Compared[]): Trial {
  const flips = new Map<string, { before: Came; after: Came; times: number; examples: Example[] }>()
  const places = new Map<string, { namespace: string; looked: number; flipped: number }>()
  for (const { past: { allocation, at, facts: { wish: { namespace, name } } }, came } of compared) {
    if (!came) continue
    const place = places.get(namespace) ?? { namespace, looked: 0, flipped: 0 }
    places.set(namespace, place)
    place.looked++
    if (isSame(came.before, came.after)) continue
    place.flipped++
    const key = JSON.stringify(came)
    const flip = flips.get(key) ?? { ...came, times: 0, examples: [] }
    flips.set(key, flip)
    flip.times++
    if (flip.examples.length < examplesMost) flip.examples.push({ allocation, namespace, name, at })
  }
  const looked = compared.filter(({ came }) => came !== null).length
  return {
    looked, unread: compared.length - looked,
    flips: [...flips.values()].sort((one, other) => other.times - one.times), namespaces: [...places.values()].sort((one, other) => other.flipped - one.flipped || (one.namespace < other.namespace ? -1 : 1)),
  }
}
