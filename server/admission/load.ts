/** What a batch reads before it decides. */
import type { Looking } from '~/server/database/lane'
import type { Queued } from '~/server/database/lane-queue'
import type { LaneRequest, SpentByRule } from '~/server/database/lane-requests'
import { askersOf, overOf } from './askers'
import type { Sought } from './decider'
import type { Footing } from './footing'
import { type Found, pathOf } from './held'
import type { Item } from './item'
import { type Known, known } from './known'
import { distinct, readLately } from './lately'
import { nodesOf } from './nodes-held'
import { isPlayed, type Planned } from './placement/rounds'
import { PolicyShelf, type Shelved } from './policy-shelf'
import { queueOf } from './turns'

export const shelf = new PolicyShelf()
let usualWindow = 0
/** Where somebody waited when it was last looked at: there the queue is asked for with the first questions, and not after their answers. */
const queuedLately = new Set<string>()

export const soughtOf = ({ decider, input }: Item): Sought => decider.seeks(input as never)

/** What a batch stands on beside what it holds. */
export type Ground = Pick<Footing, 'now' | 'tenants' | 'window' | 'read'> & { readonly stamp: string | null } & { readonly organisation: string | null; readonly isPlayed?: boolean; readonly queues?: Map<string, Queued>; readonly queued?: readonly string[] }
/** As it was read: a batch that must look again begins again from this. */
export type Loaded = { readonly found: Found; readonly ground: Ground; readonly requests: readonly LaneRequest[]; readonly spent: readonly SpentByRule[] }

/** All that the wishes of a batch are about, held in the one order, and all that stands around it. */
export async function load(lane: Looking, planned: readonly Planned<Item>[], of: Known = known): Promise<Loaded> {
  const items = planned.map(({ item }) => item)
  const sought = items.map(soughtOf)
  const allocations = await lane.allocations([...new Set(sought.flatMap((one) => ('allocation' in one ? [one.allocation] : [])))].sort())
  const counted = sought.flatMap((one) => ('allocation' in one ? [] : [{ tenant: one.tenant, namespace: one.namespace, class: one.class, name: one.name as string | null }]))
  const places = [
    ...counted,
    ...allocations.flatMap((row) => [row.class, ...sought.flatMap((one) => ('allocation' in one && one.allocation === row.id ? (one.class ?? []) : []))].map((of) => ({ tenant: row.tenant_id, namespace: row.namespace_id, class: of, name: row.ended_at === null ? null : row.name }))),
  ]
  const organisations = new Map(items.map(({ by: { organisation, tenant } }) => [tenant, organisation]))
  const ids = new Set([...organisations].flatMap(([tenant, organisation]) => [pathOf(organisation), pathOf(organisation, tenant)]))
  for (const { tenant, namespace, class: of } of places) {
    const organisation = organisations.get(tenant) ?? ''
    ids.add(pathOf(organisation, tenant, namespace)).add(pathOf(organisation, tenant, namespace, of))
  }
  // A batch of nothing looks at the queue alone.
  const earliest = Math.min(...(items.length === 0 ? [Date.now()] : []), ...items.map(({ at }) => (at === undefined ? Date.now() : Date.parse(at))))
  const keys = items.flatMap(({ by: { tenant, actor }, key }) => (actor && key ? [{ tenant, person: actor.personId, key: key.id }] : []))
  const askers = askersOf(items)
  const ofLately = distinct([...places, ...keys, ...allocations.map((row) => ({ tenant: row.tenant_id, person: row.asked_by }))])
  // With the policies' usual window, before it is known whether it is still theirs.
  const guessed = earliest - usualWindow * 60_000
  const wanted = [...planned.flatMap(({ plan }) => plan?.nodes ?? []), ...allocations.flatMap(({ placement, state, ended_at: ended }) => (ended === null || state === 'reclaimed' || state === 'preempted' ? nodesOf(placement) : []))]
  const likely = lane.organisations.filter((organisation) => queuedLately.has(organisation))
  const [accounts, nodes, around, read, ...queues] = await Promise.all([
    lane.accounts([...ids]), lane.nodes([...new Set(wanted)].sort(), !isPlayed(items)), lane.around({ namespaces: places, keys, counted, askers: [...askers.values()] }), readLately(lane, of.lately.unknown(ofLately, guessed), guessed),
    ...likely.map((organisation) => queueOf(lane, of, organisation)),
  ])
  const weighed = items.flatMap((item, at) => (item.decider.looksAtUse ? [sought[at]].flatMap((one) => (one && 'allocation' in one ? [one.allocation] : [])) : []))
  const [policies, requests, used] = await Promise.all([shelf.take(lane, lane.tenants, around.versions), lane.requests(allocations.map(({ id }) => id)), lane.used([...new Set(weighed)].sort())])
  const window = Math.max(...[...policies.values()].map(({ policy }) => policy.priority.splitting.minutes))
  const recent = await of.lately.take(lane, ofLately, { accounts, read }, earliest - window * 60_000)
  usualWindow = window
  for (const organisation of lane.organisations) queuedLately[around.queued.includes(organisation) ? 'add' : 'delete'](organisation)
  const { now, stamp, queued } = around
  return {
    found: { accounts, allocations, around, nodes, policies, asked: [...ids], used, recent, over: overOf(askers, around.over) },
    requests, spent: await spentByRule(lane, requests, policies, around.now),
    ground: { organisation: lane.organisations.length === 1 ? (lane.organisations[0] ?? null) : null, now, stamp, queued, window, tenants: lane.tenants, read: { at: performance.now(), now }, isPlayed: isPlayed(items), queues: new Map(likely.flatMap((organisation, at) => (queues[at] ? [[organisation, queues[at]] as const] : []))) },
  }
}

const dayMs = 24 * 3_600_000
/** Only where a rule is to look at something: accounts are held by now, so nobody else spends of the same meanwhile. */
async function spentByRule(lane: Looking, requests: readonly LaneRequest[], policies: ReadonlyMap<string, Shelved>, now: string): Promise<SpentByRule[]> {
  const due = new Map(requests.filter(({ by_rule: byRule, state }) => byRule === 'due' && state === 'open').map(({ tenant_id: tenant, requested_by: person }) => [`${tenant} ${person}`, { tenant, person }]))
  if (due.size === 0) return []
  return lane.spentByRule([...due.values()].map(({ tenant, person }) => ({ tenant, person, since: new Date(Date.parse(now) - (policies.get(tenant)?.policy.byRule?.days ?? 0) * dayMs).toISOString() })))
}
