/**
 * Law: over random lives in the ledger alone, whatever is asked and given back at once comes to what the rules say, stated here anew and simply: who begins, who waits and who is refused. Nobody has
 * a share of their own, so nothing is lent; and there are no nodes.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { releaseAllocation } from '~/server/allocations/change-allocation'
import { createAllocation } from '~/server/allocations/create-allocation'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { findActor } from '~/server/identity/session'
import { digestOf } from '~/server/shared/canonical'
import { dice } from '~/server/testing/dice'
import { loading, makeWorld, sourceOfTest } from '~/server/testing/world'
import { carryOutBatch } from './carry-out'
import type { Item } from './item'

afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const [seat, disk] = ['example.com/seat', 'example.com/disk']
type Amounts = Readonly<Record<string, number>>
type Line = { readonly nominal: number; readonly hard: number; taken: number }
type Place = { readonly tenant: string; readonly namespace: string }
type One = Place & { readonly id: string; readonly name: string; readonly priority: number; readonly state: string; readonly amounts: Amounts; readonly asked: number }
type Wish = Place & { readonly name: string; readonly class: 'low' | 'normal'; readonly amounts: Amounts; readonly waits: boolean }
type Deed = { readonly release: One } | { readonly create: Wish }
type Shot = { readonly now: number; readonly accounts: ReadonlyMap<string, Record<string, Line>>; readonly all: readonly One[]; readonly shut: ReadonlySet<string> }

const shoot = (organisation: string): Promise<Shot> => loading(async (sql) => {
  const of = async (text: string) => (await sql.query(text, [organisation])).rows
  const accounts = await of('SELECT id, resources, nominal::float8[] AS nominal, hard::float8[] AS hard, used::float8[] AS used FROM account WHERE organisation_id = $1')
  const all = await of("SELECT *, amounts::float8[] AS given, extract(epoch FROM asked_at)::float8 * 1000 AS asked FROM allocation WHERE organisation_id = $1 AND name <> 'waits' ORDER BY id")
  const shut = await of("SELECT id FROM tenant WHERE organisation_id = $1 AND frozen_at IS NOT NULL UNION SELECT n.tenant_id || '/' || n.id FROM namespace n JOIN tenant t ON t.id = n.tenant_id WHERE organisation_id = $1 AND n.frozen_at IS NOT NULL")
  const [{ now }] = (await sql.query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now')).rows
  const eachOf = <T>(resources: string[], value: (at: number) => T) => Object.fromEntries(resources.map((resource, at) => [resource, value(at)]))
  return {
    now, shut: new Set(shut.map(({ id }) => id)),
    accounts: new Map(accounts.map((row) => [row.id, eachOf(row.resources, (at) => ({ nominal: row.nominal[at], hard: row.hard[at], taken: row.used[at] }))])),
    all: all.map((row) => ({ id: row.id, name: row.name, tenant: row.tenant_id, namespace: row.namespace_id, priority: row.priority, state: row.state, asked: row.asked, amounts: eachOf(row.resources, (at) => row.given[at]) })),
  }
})

type Turn = Wish & { readonly rank: number; readonly since: number; readonly at: string; readonly isNew: boolean }
/** What becomes of each, by its name: deeds in the order in which they are taken. */
function expected({ now, accounts: stand, all, shut }: Shot, organisation: string, deeds: readonly Deed[]): Record<string, string> {
  const accounts = new Map([...stand].map(([id, lines]) => [id, Object.fromEntries(Object.entries(lines).map(([resource, line]) => [resource, { ...line }]))]))
  // What somebody who comes is given counts for nobody's share in the same batch.
  const shares = new Map([...stand].map(([id, lines]) => [id, Object.fromEntries(Object.entries(lines).map(([resource, line]) => [resource, { ...line }]))]))
  const wayOf = ({ tenant, namespace }: Place) => [`platform/${organisation}`, `platform/${organisation}/${tenant}`, `platform/${organisation}/${tenant}/${namespace}`]
  const post = (of: typeof accounts, one: Place & { amounts: Amounts }, times: 1 | -1) => { for (const id of wayOf(one)) for (const [resource, amount] of Object.entries(one.amounts)) { const line = of.get(id)?.[resource]; if (line) line.taken += times * amount } }
  const isShut = ({ tenant, namespace }: Place) => shut.has(tenant) || shut.has(`${tenant}/${namespace}`)
  const states: Record<string, string> = Object.fromEntries(all.map(({ name, state }) => [name, state]))
  const ahead = new Set<string>()
  const release = (one: One) => {
    if (shut.has(one.tenant) || states[one.name] !== one.state) return
    states[one.name] = one.state === 'waiting' ? 'withdrawn' : 'released'
    if (one.state === 'admitted') for (const of of [accounts, shares]) post(of, one, -1)
  }
  const begin = (one: Turn) => {
    if (isShut(one)) { states[one.name] = 'refused'; return }
    const pairs = wayOf(one).flatMap((id) => Object.entries(one.amounts).map(([resource, amount]) => { const { taken = 0, hard = 0 } = accounts.get(id)?.[resource] ?? {}; return { pair: `${id} ${resource}`, lacks: taken + amount > hard, never: amount > hard } }))
    if (pairs.every(({ pair, lacks }) => !lacks && !ahead.has(pair))) {
      states[one.name] = 'admitted'
      post(accounts, one, 1)
      if (!one.isNew) post(shares, one, 1)
      return
    }
    const never = pairs.some((of) => of.never)
    // Only one that comes is told that no ceiling would ever take it; one that waits waits on, and in nobody's way.
    states[one.name] = one.waits && !(one.isNew && never) ? 'waiting' : 'refused'
    if (states[one.name] === 'waiting' && !never) for (const { pair } of pairs.filter(({ lacks }) => lacks)) ahead.add(pair)
  }
  const coming = deeds.flatMap((deed, at): Turn[] => ('create' in deed ? [{ ...deed.create, rank: deed.create.class === 'low' ? 100 : 500, since: now + 1, at: `z${String(at).padStart(4, '0')}`, isNew: true }] : [])).sort((one, other) => other.rank - one.rank)
  if (!all.some(({ state }) => state === 'waiting')) {
    for (const deed of deeds) 'release' in deed ? release(deed.release) : begin(coming.shift() as Turn)
    return states
  }
  for (const deed of deeds) if ('release' in deed) release(deed.release)
  const line = [...all.filter((one) => states[one.name] === 'waiting' && !isShut(one)).map((one): Turn => ({ ...one, class: 'normal', waits: true, rank: one.priority + Math.min(400, Math.floor((now - one.asked) / 3_600_000) * 100), since: one.asked, at: one.id, isNew: false })), ...coming]
  const shareOf = ({ tenant, amounts, isNew }: Turn) => Math.max(...Object.entries(shares.get(`platform/${organisation}/${tenant}`) ?? {}).map(([resource, { taken, nominal }]) => (isNew || resource in amounts ? Math.floor((taken * 1_000) / nominal) : 0)))
  while (line.length > 0) {
    // Within a tenant the order is by rank and age, whatever each asks for.
    const heads = line.filter((one) => !line.some((other) => other.tenant === one.tenant && (other.rank - one.rank || one.since - other.since || (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)) > 0))
    const first = heads.reduce((one, other) => ((other.rank - one.rank || shareOf(one) - shareOf(other) || one.since - other.since || (one.at < other.at ? -1 : 1)) > 0 ? other : one))
    line.splice(line.indexOf(first), 1)
    begin(first)
  }
  return states
}

async function play(seed: number): Promise<unknown> {
  const roll = dice(seed)
  const pick = <T>(of: readonly T[]): T => of[roll(of.length)] as T
  const world = await makeWorld()
  const { a, b, organisation } = world
  const sql = (text: string, ...values: unknown[]) => loading((on) => on.query(text, values))
  const has = [20 + roll(20), 20 + roll(20)]
  await sql(`UPDATE account SET resources = ARRAY[$4, $5], used = '{0,0}', held = '{0,0}', unexplained = '{0,0}', nominal = CASE kind WHEN 'organisation' THEN $2::bigint[] WHEN 'tenant' THEN ARRAY[$2[1] / 2, $2[2] / 2] ELSE '{0,0}' END,
    hard = CASE kind WHEN 'namespace' THEN ARRAY[$2[1] * $3::bigint / 4, $2[2] * 3 / 4] ELSE $2 END WHERE organisation_id = $1`, organisation, has, 2 + roll(3), seat, disk)
  const actors = new Map([[a as string, await findActor('web', world.admin.token, sourceOfTest())], [b, await findActor('web', world.stranger.token, sourceOfTest())]])
  const itemOf = (deed: Deed): Item => {
    const { tenant } = 'release' in deed ? deed.release : deed.create
    const actor = actors.get(tenant)
    if (!actor) throw new Error('somebody of the tenant')
    const input = 'release' in deed ? { tenant, allocation: deed.release.id }
      : { tenant, namespace: deed.create.namespace, name: deed.create.name, class: deed.create.class, pods: 1, each: Object.fromEntries(Object.entries(deed.create.amounts).map(([resource, amount]) => [resource, `${amount}`])), models: [], region: null, labels: { 'cost-center': 'x' }, purpose: 'Played.', hours: 1, pod: null, claims: [], waits: deed.create.waits }
    return { action: 'release' in deed ? 'allocations.release' : 'allocations.create', decider: ('release' in deed ? releaseAllocation : createAllocation) as never, input, by: { actor, organisation, tenant, namespaces: '*', source: actor.source }, key: { id: randomUUID(), inputDigest: digestOf(input) } }
  }
  let made = 0
  for (let turn = 0; turn < 30; turn++) {
    const before = await shoot(organisation)
    const live = before.all.filter(({ state }) => state === 'admitted' || state === 'waiting')
    const deeds = Array.from({ length: 1 + roll(5) }, (): Deed => (live.length > 0 && roll(5) < 2 ? { release: pick(live) } : { create: {
      name: `p${made++}`, tenant: pick([a, b]), namespace: pick(['red', 'blue']), class: pick(['low', 'normal', 'normal']), waits: roll(4) > 0,
      amounts: pick<Amounts>([{ [seat]: 1 + roll(8) }, { [disk]: 1 + roll(8) }, { [seat]: 1 + roll(8), [disk]: 1 + roll(8) }, { [seat]: 4 + roll(14) }]),
    } }))
    await carryOutBatch(deeds.map(itemOf))
    const should = expected(before, organisation, deeds)
    const is = Object.fromEntries((await shoot(organisation)).all.map(({ name, state }) => [name, state]))
    const otherwise = Object.keys(should).filter((name) => (is[name] ?? 'refused') !== should[name])
    if (otherwise.length > 0) return { turn, otherwise: otherwise.map((name) => [name, is[name], should[name]]), deeds, before: before.all.filter(({ state }) => state === 'waiting') }
    await sql("UPDATE allocation SET asked_at = asked_at - make_interval(mins => $2) WHERE organisation_id = $1 AND ended_at IS NULL", organisation, 5 + 10 * roll(10))
    // Another limit, or none begins there for a while.
    if (roll(4) === 0) await sql('UPDATE account SET hard = (SELECT array_agg(greatest(n, u, c * $2 / 100) ORDER BY at) FROM unnest(nominal, used, hard) WITH ORDINALITY AS x (n, u, c, at)), version = version + 1 WHERE id = $1', `platform/${organisation}${pick(['', `/${a}`, `/${b}`, `/${a}/red`])}`, pick([70, 140]))
    if (roll(8) === 0) await sql(pick(['UPDATE tenant SET frozen_at = CASE WHEN frozen_at IS NULL THEN now() END WHERE id = $1', "UPDATE namespace SET frozen_at = CASE WHEN frozen_at IS NULL THEN now() END WHERE tenant_id = $1 AND id = 'red'"]), pick([a, b]))
  }
  return null
}

test.each([1, 2, 3])('of a random life (seed %d) each batch comes to what the rules say', { timeout: 60_000 }, async (seed) => { expect(await play(seed)).toBeNull() })
