/**
 * What would be, if something were otherwise: the deciders of a batch over one moment of the organisation, through a lens in which what is supposed is so. The database
 * refuses to write in it, what was decided is written nowhere, and nothing that this process knows is learned from it.
 */
import { createAllocation, type CreateAllocationInput, type CreateFacts } from '~/server/allocations/create-allocation'
import { type Previewed, previewOf } from '~/server/allocations/preview-allocation'
import { Denied } from '~/server/authorization/denied'
import type { Permit } from '~/server/authorization/permit'
import type { FleetRow } from '~/server/database/fleet'
import { type AccountRow, type AllocationRow, inSnapshot, type Lens, type Looking } from '~/server/database/lane'
import { decideFit, type Fit } from '~/server/ledger/decide-fit'
import type { Node } from '~/server/placement/fleet'
import { amountMax } from '~/server/shared/amount'
import type { Json } from '~/server/shared/canonical'
import { type Holding, holdingOf, roomsOf } from './accounts-held'
import { organisationOf } from './admit'
import { settleBatch } from './batch'
import type { Decision } from './decide'
import { lacking } from './decide-order'
import type { Wish } from './facts'
import { Held, pathOf, wayTo } from './held'
import type { By, Item, Settled } from './item'
import { Known, known as engineKnown } from './known'
import { load, shelf } from './load'
import { NodesHeld, nodesOf } from './nodes-held'
import { placePods, type Want } from './placement/decide-placement'
import { Mirror } from './placement/mirror'
import { seekAtOnce, seekNodes } from './placement/seek'

/** What is asked of it, as a decider is of a batch. */
export type Supposing<I, T extends Json = Json> = { readonly supposes: (permit: Permit, asked: I) => Promise<T> }

/**
 * Limits are supposed of accounts, of nodes that they are not there; and wishes come, in this order, once that is so. What lies above the tenant is asked as it is; or it is
 * taken for granted, because whoever supposes more than their tenant may have could ask for as much as it takes to learn what others use.
 */
export type Otherwise = { readonly account: (row: AccountRow) => AccountRow; readonly isGone: (node: Node) => boolean; readonly above: 'asked' | 'granted' }
export const asItIs: Otherwise = { account: (row) => row, isGone: () => false, above: 'asked' }

/** What would become of one that comes. Null where there is no such place. */
export type Told = { readonly previewed: Previewed; readonly fits: readonly Fit[] } | null
/** Of one that waits: what it would become, if anything, and where it lacks room: account and resource, with a space between. */
export type Turned = { readonly becomes: 'admitted' | 'held' | 'over' | null; readonly lacks: readonly string[] }
export type Outlook = {
  /** The tenant’s own accounts, as they would stand when all that would begin has begun. */
  readonly accounts: ReadonlyMap<string, Holding>
  readonly told: readonly Told[]
  readonly waiting: ReadonlyMap<string, Turned>
  /** Of what stands on nodes that are gone, whether it finds others. */
  readonly finds: ReadonlyMap<string, boolean>
  /** What of the tenant’s own would give its place to others. */
  readonly givesWay: ReadonlyMap<string, AllocationRow>
}
/** One moment: the tenant’s accounts as they are, what of its own waits and what stands where, and what would become of it in each of the worlds asked about. */
export type Moment = {
  readonly now: string; readonly organisation: string; readonly frozen: boolean; readonly closed: ReadonlySet<string>
  readonly accounts: readonly AccountRow[]; readonly nodes: readonly Node[]
  readonly own: ReadonlyMap<string, Own>
}

/** So many of each are looked at: a tenant that has more is told so. */
export const ownMost = 200
/** So often a wish is looked for again where another of the same moment was quicker, as it would be. */
const triesMost = 4

/** So many of one place are answered or wait for it: each is answered whole, also where whoever asked has left. */
const ofPlaceMost = 4
type Line = { many: number; last: Promise<unknown> }
const lines = new Map<string, Line>()
let before: Promise<unknown> = Promise.resolve()
const settled = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined)
/** It looks at much, and whoever asks to be admitted comes first: one at a time in a process. Of each place one stands in that line, and its others behind it: however much one asks, another waits for one of theirs. */
export async function inTurn<T>(place: string, work: () => Promise<T>): Promise<T> {
  const line = lines.get(place) ?? { many: 0, last: Promise.resolve() }
  if (line.many >= ofPlaceMost) throw new Denied('too_many_requests')
  const mine = line.last.then(() => {
    const answered = before.then(work)
    before = settled(answered)
    return answered
  })
  lines.set(place, Object.assign(line, { many: line.many + 1, last: settled(mine) }))
  return mine.finally(() => { if (--line.many === 0) lines.delete(place) })
}

/** `about` are the namespaces that are asked about; `asks` is told of the moment, and says which worlds to look into, and what comes in each. */
export function suppose<T>(permit: Permit, about: readonly string[], asks: (moment: Moment) => { readonly worlds: readonly Otherwise[]; readonly wishes: readonly CreateAllocationInput[]; readonly answer: (outlooks: readonly Outlook[]) => T }): Promise<T> {
  const { actor, tenant: named, namespaces } = permit
  const tenant = named ?? ''
  return inTurn(tenant, async () => {
    const organisation = await organisationOf(tenant)
    const by: By = { actor, organisation, tenant, namespaces, source: actor.source }
    return inSnapshot([organisation], [tenant], async (lane, through) => {
      const accounts = await lane.accountsOf(tenant)
      const [around, fleet, waiting, given] = [
        await lane.around({ namespaces: about.map((namespace) => ({ tenant, namespace, name: null })), keys: [] }),
        await lane.fleet(), await lane.ownOf(tenant, 'waiting', ownMost), await lane.ownOf(tenant, 'given', ownMost),
      ]
      const { worlds, wishes, answer } = asks({
        now: around.now, organisation, frozen: around.tenants.some(({ frozen }) => frozen), closed: new Set(around.namespaces.filter(({ closed }) => closed).map(({ namespace_id: namespace }) => namespace)),
        accounts, nodes: fleet, own: new Map([...given, ...waiting].map((row) => [row.id, row])),
      })
      const outlooks: Outlook[] = []
      for (const world of worlds) outlooks.push(await lookInto({ through, fleet, by, waiting, given }, world, wishes))
      return answer(outlooks)
    })
  })
}

/** With what was last asked for. */
type Own = AllocationRow & { readonly asked: string | null }
type From = { readonly through: (lens: Lens) => Looking; readonly fleet: readonly FleetRow[]; readonly by: By; readonly waiting: readonly Own[]; readonly given: readonly Own[] }

async function lookInto({ through, fleet, by, waiting, given }: From, { account, isGone, above }: Otherwise, wishes: readonly CreateAllocationInput[]): Promise<Outlook> {
  const gone = new Set(fleet.filter(isGone).map(({ id }) => id))
  // A node that is gone is one to which nothing comes: were there none left at all, the ledger alone would decide.
  const rows = fleet.map((row) => (gone.has(row.id) ? { ...row, cordoned: true } : row))
  // Whoever was there first finds others first.
  const displaced = given.filter(({ placement }) => nodesOf(placement).some((id) => gone.has(id))).reverse()
  const fleetKnown = await knownOf(rows)
  const known = above === 'asked' ? fleetKnown : await knownOf([])
  const lane = through({ account: (row) => (above === 'granted' && row.kind === 'organisation' ? { ...row, hard: row.hard.map(() => `${amountMax}`) } : account(row)), nodes: (ids) => known.mirror.known(ids) })
  await lane.say([by.tenant])
  await learnPlaces(lane, by, fleetKnown, displaced.map(({ namespace_id: namespace, class: of }) => ({ namespace, class: of })))
  const finds = new Map(displaced.map((row) => [row.id, findsOthers(fleetKnown, by.tenant, row)]))
  await learnPlaces(lane, by, known, wishes)

  const heard = new Map<number, { facts: CreateFacts; outcome: Decision }>()
  const items = wishes.map((input, at): Item => ({ action: 'allocations.create', decider: overheard((facts, outcome) => heard.set(at, { facts, outcome })) as unknown as Item['decider'], by, input, key: null }))
  const plan = async (some: readonly Item[], isLast: boolean) => {
    const plans = await seekNodes(known.mirror, some.map((item) => known.places.wantOf(item)), false)
    return some.map((item, at) => ({ item, plan: plans[at] === 'later' ? null : (plans[at] ?? null), isLast }))
  }
  const planned = await plan(items, false)
  const { batch, settled } = await settleBatch(lane, await load(lane, planned, known), planned, known)
  const answers = new Map<Item, Settled | 'again'>(items.map((item, at) => [item, settled[at] ?? 'again']))
  for (let tries = 2; tries <= triesMost; tries++) {
    const again = items.filter((item) => answers.get(item) === 'again')
    if (again.length === 0) break
    // What the others took is there for whoever looks again.
    known.mirror.learn(batch.held.nodes.written())
    for (const one of await plan(again, tries === triesMost)) {
      batch.held.nodes.add(known.mirror.known((one.plan?.nodes ?? []).filter((id) => !batch.held.nodes.has(id))))
      answers.set(one.item, batch.settle(one))
    }
  }

  const accounts = new Map((await lane.accountsOf(by.tenant)).map((row) => [row.id, batch.held.accounts.get(row.id) ?? holdingOf(row)]))
  const all = new Map([...accounts, ...[...batch.held.accounts.values()].filter(({ row }) => row.kind === 'organisation').map((held) => [held.row.id, held] as const)])
  const rooms = roomsOf(all.values())
  const { policy } = batch.held.policyOf(by.tenant)
  return {
    accounts, finds,
    told: items.map((item, at) => {
      const one = heard.get(at)
      const answer = answers.get(item)
      if (!one || (typeof answer === 'object' && 'denied' in answer)) return null
      return { previewed: previewOf(one.facts, one.outcome, policy, by.namespaces), fits: decideFit(one.facts.state.accounts, one.outcome.verdict === 'refuse' ? amountsOf(one.outcome) : one.outcome.effects.amounts, new Set(one.facts.state.ahead)).fits }
    }),
    waiting: new Map(waiting.map((row) => {
      const changed = batch.changed.get(row.id)
      const becomes = changed?.state === 'admitted' || changed?.state === 'held' ? changed.state : changed?.ended_at ? 'over' : null
      return [row.id, { becomes, lacks: becomes === null ? lacking(rooms, wayTo(row.account_id), Object.fromEntries(row.resources.map((resource, at) => [resource, BigInt(row.amounts[at] ?? 0)]))) : [] }]
    })),
    givesWay: new Map([...batch.changed].filter(([id, row]) => row.tenant_id === by.tenant && !waiting.some((one) => one.id === id) && (row.ended_at !== null || row.state === 'waiting'))),
  }
}

/** What was asked for of a wish that is refused: the check of the quota looked at it all the same. */
function amountsOf({ trace }: Decision): Readonly<Record<string, string>> {
  const saw = trace.find(({ check }) => check === 'quota')?.saw as { requested?: Readonly<Record<string, string>> } | undefined
  return saw?.requested ?? {}
}

/** The decider that admits, and somebody who listens. */
function overheard(hears: (facts: CreateFacts, outcome: Decision) => void): typeof createAllocation {
  return {
    ...createAllocation,
    decide: (facts, policy) => {
      const outcome = createAllocation.decide(facts, policy)
      hears(facts, outcome)
      return outcome
    },
  }
}

export async function knownOf(rows: readonly FleetRow[]): Promise<Known> {
  const known = new Known(new Mirror(async () => ({ horizon: '0', changed: rows, silent: rows.filter(({ silent }) => silent).map(({ id }) => id) }), async () => [...engineKnown.mirror.came]))
  await known.mirror.fresh()
  return known
}

/** What decides where something may be placed, so that it is looked for before it is decided about. */
export async function learnPlaces(lane: Looking, by: Pick<By, 'organisation' | 'tenant'>, known: Known, places: readonly { readonly namespace: string; readonly class: string }[]): Promise<void> {
  if (places.length === 0) return
  const { organisation, tenant } = by
  const asked = [...new Set(places.flatMap(({ namespace, class: of }) => [pathOf(organisation), pathOf(organisation, tenant), pathOf(organisation, tenant, namespace), pathOf(organisation, tenant, namespace, of)]))]
  const accounts = await lane.accounts(asked)
  const around = await lane.around({ namespaces: places.map(({ namespace }) => ({ tenant, namespace, name: null })), keys: [] })
  const held = new Held({ accounts, allocations: [], around, nodes: [], policies: await shelf.take(lane, [tenant], around.versions), asked }, known)
  for (const { namespace, class: of } of places) {
    const path = held.path(by, namespace, of)
    if (path) held.placeOf(by, namespace, path)
  }
}

/** Looked for as a wish would be, and taken: who comes after it finds what it leaves. */
export function findsOthers(known: Known, tenant: string, row: Own): boolean {
  const want = wantOf(known, tenant, row)
  const [plan] = want ? seekAtOnce(known.mirror, [want]) : []
  if (!want || !plan || plan.proposals.length < want.pods) return false
  const nodes = new NodesHeld(known.mirror.known(new Set(plan.nodes)), known.mirror)
  const rows = new Map(nodes.rows(plan.nodes).map((node) => [node.id, node]))
  const placed = placePods(want, plan, (id) => rows.get(id))
  if (typeof placed === 'string') return false
  nodes.take(placed)
  known.mirror.learn(nodes.written())
  return true
}
function wantOf(known: Known, tenant: string, row: Own): Want | null {
  const place = known.places.of(tenant, row.namespace_id)
  return place && row.asked !== null ? known.places.wantOfWaiting(place, sizedAs(row, JSON.parse(row.asked) as Wish), known.mirror.regions) : null
}
/** What was asked for may have been made smaller since. */
const sizedAs = ({ pods, resources, amounts }: Own, wish: Wish): Wish =>
  ({ ...wish, each: { ...wish.each, ...Object.fromEntries(resources.flatMap((resource, at) => (resource.endsWith('/gpu') ? [[resource, String(BigInt(amounts[at] ?? 0) / BigInt(pods))]] : []))) } })
