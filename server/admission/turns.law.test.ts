/**
 * Law: over random lives of whatever is asked for, decided by two processes at once, whatever becomes of it and of what it stands in, what every account and node holds is what stands on it; nobody
 * waits who has room, its turn and a node, nor for what of its own is lent; nobody takes what somebody before it lacks; each that waits is told its place; every decision made again gives the same
 * bytes; and what ends leaves nothing behind. All of it is reckoned anew from the rows, by nothing that the engine reckons with.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { allowClasses, deedsAtRandom, endDisaster, setClasses, sql } from '~/server/testing/deeds-at-random'
import { dice } from '~/server/testing/dice'
import { makeNodes, type TestNodes } from '~/server/testing/nodes'
import { replayed } from '~/server/testing/replay'
import { loading, makeWorld, type Person, type World } from '~/server/testing/world'

/** A process of its own, as far as it knows. */
async function engine(name: string) {
  vi.resetModules()
  const { doorFor } = await import('~/server/testing/world')
  const { known } = await import('./known')
  const { admitByItself, lookAtQueue } = await import('./admit')
  return { name, doorFor, known, admitByItself, lookAtQueue }
}
type Engine = Awaited<ReturnType<typeof engine>>
let engines: Engine[] = []
beforeAll(async () => {
  await setClasses(true)
  engines = [await engine('one'), await engine('two')]
})
afterAll(async () => {
  await setClasses(false)
  await endDisaster()
  await closeLanes()
  await closeDatabase()
})

const [gpu, cpu] = ['nvidia.com/gpu', 'cpu']
type Line = { nominal: number; hard: number; taken: number; used: number; held: number }
type Account = { id: string; kind: string; tenant: string | null; lines: Map<string, Line> }
type Placed = { each: { cpuMilli: number; gpuMilli: number }; pods: { node: string; gpus: number[] }[] }
type One = { id: string; name: string; tenant: string; namespace: string; account: string; class: string; priority: number; state: string; waits: boolean; promised: boolean; pods: number; amounts: Record<string, number>; placement: Placed | null; burst: boolean; preemptions: number; asked: number; over: boolean }
type NodeIs = { id: string; closed: boolean; cpu: number; cpuFree: number; gpuFree: number[] }
type Shot = { now: number; accounts: Account[]; all: One[]; nodes: NodeIs[]; /** Tenants, and namespaces behind theirs. */ shut: ReadonlySet<string>; /** A disaster stands where its fleet is. */ isLost: boolean }

async function shoot({ organisation }: World, fleet: TestNodes): Promise<Shot> {
  return loading(async (sql) => {
    const { rows: [{ now }] } = await sql.query('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now')
    const { rows: accounts } = await sql.query('SELECT id, kind, tenant_id, resources, nominal::float8[] AS nominal, hard::float8[] AS hard, used::float8[] AS used, held::float8[] AS held, unexplained::float8[] AS beyond FROM account WHERE organisation_id = $1 ORDER BY length(id)', [organisation])
    const { rows: all } = await sql.query("SELECT *, amounts::float8[] AS given, extract(epoch FROM asked_at)::float8 * 1000 AS asked FROM allocation WHERE organisation_id = $1 AND name <> 'waits' ORDER BY id", [organisation])
    const { rows: nodes } = await sql.query('SELECT id, cordoned_at IS NOT NULL OR reported_at < clock_timestamp() AS closed, cpu::float8 AS cpu, cpu_free::float8 AS free, gpu_free FROM node WHERE id LIKE $1', [`%-${fleet.mark}`])
    const { rows: shut } = await sql.query("SELECT id FROM tenant WHERE organisation_id = $1 AND frozen_at IS NOT NULL UNION SELECT n.tenant_id || '/' || n.id FROM namespace n JOIN tenant t ON t.id = n.tenant_id WHERE organisation_id = $1 AND n.frozen_at IS NOT NULL", [organisation])
    const { rows: disasters } = await sql.query("SELECT FROM policy WHERE kind = 'disasters' AND valid_to IS NULL AND body::text LIKE '%' || $1 || '%'", [fleet.region])
    return {
      now, isLost: disasters.length > 0, shut: new Set(shut.map(({ id }) => id)), nodes: nodes.map(({ id, closed, cpu: has, free, gpu_free: gpuFree }) => ({ id, closed, cpu: has, cpuFree: free, gpuFree })),
      accounts: accounts.map((row) => ({ id: row.id, kind: row.kind, tenant: row.tenant_id, lines: new Map(row.resources.map((resource: string, at: number) => [resource, { nominal: row.nominal[at], hard: row.hard[at], used: row.used[at], held: row.held[at], taken: row.used[at] + row.held[at] + row.beyond[at] }])) })),
      all: all.map((row) => ({ id: row.id, name: row.name, tenant: row.tenant_id, namespace: row.namespace_id, account: row.account_id, class: row.class, priority: row.priority, state: row.state, waits: row.state === 'waiting' && row.waiting_since !== null, promised: row.state === 'held' && row.waiting_since === null, pods: row.pods, amounts: Object.fromEntries(row.resources.map((resource: string, at: number) => [resource, row.given[at]])), placement: row.placement, burst: row.burst, preemptions: row.preemptions, asked: row.asked, over: row.ended_at !== null })),
    }
  })
}
const runs = ({ state }: One) => state === 'admitted' || state === 'running'
const isUnder = (one: One, { id }: Account) => one.account === id || one.account.startsWith(`${id}/`)
const wayOf = ({ accounts }: Shot, one: One) => accounts.filter((account) => isUnder(one, account))
const askedOf = (one: One) => Object.entries(one.amounts).filter(([, amount]) => amount > 0)

/** What stands in the books that no allocation stands for, and what stands on a node twice, or not at all. */
function unbalanced({ accounts, all, nodes }: Shot): string[] {
  const bad: string[] = []
  for (const account of accounts) for (const [resource, { used, held }] of account.lines) {
    const sum = (of: (one: One) => boolean) => all.filter((one) => of(one) && isUnder(one, account)).reduce((total, { amounts }) => total + (amounts[resource] ?? 0), 0)
    const [is, promised] = [sum(runs), sum((one) => one.promised)]
    if (used !== is || held !== promised) bad.push(`${account.id} ${resource}: ${used} used and ${held} held, where ${is} and ${promised} are given`)
  }
  for (const node of nodes) {
    const gpus = node.gpuFree.map(() => 1_000)
    let free = node.cpu
    for (const { placement } of all.filter(runs)) for (const pod of placement?.pods.filter(({ node: on }) => on === node.id) ?? []) {
      free -= placement?.each.cpuMilli ?? 0
      for (const at of pod.gpus) gpus[at] = (gpus[at] ?? Number.NaN) - (placement?.each.gpuMilli ?? 0)
    }
    if (free < 0 || gpus.some((left) => !(left >= 0)) || free !== node.cpuFree || gpus.join() !== node.gpuFree.join()) bad.push(`${node.id}: ${node.cpuFree} and ${node.gpuFree.join()} free, where ${free} and ${gpus.join()} are`)
  }
  return [...bad, ...all.filter((one) => runs(one) !== (one.placement?.pods.length === one.pods) && !one.over).map(({ name, state }) => `${name} is ${state}, and stands otherwise`)]
}

const rankOf = ({ priority, asked }: One, now: number) => priority + Math.min(400, Math.floor((now - asked) / 3_600_000) * 100)
const shareOf = ({ accounts }: Shot, one: One) => Math.max(0, ...askedOf(one).map(([resource]) => {
  const line = accounts.find(({ kind, tenant }) => kind === 'tenant' && tenant === one.tenant)?.lines.get(resource)
  return line ? Math.floor((line.taken * 1_000) / line.nominal) : 0
}))
/** Whoever is before another whatever else begins meanwhile; it may be neither. */
function isBefore(shot: Shot, one: One, other: One): boolean {
  const [mine, its] = [rankOf(one, shot.now), rankOf(other, shot.now)]
  if (mine !== its) return mine > its
  if (one.tenant !== other.tenant && shareOf(shot, one) !== shareOf(shot, other)) return shareOf(shot, one) < shareOf(shot, other)
  return one.asked === other.asked ? one.id < other.id : one.asked < other.asked
}
const isShut = ({ shut }: Shot, { tenant, namespace }: One) => shut.has(tenant) || shut.has(`${tenant}/${namespace}`)
/** More than is ever given there: it holds up nobody. */
const isBeyond = (shot: Shot, one: One) => wayOf(shot, one).some(({ lines }) => askedOf(one).some(([resource, amount]) => amount > (lines.get(resource)?.hard ?? amount)))
const lacking = (shot: Shot, one: One) => wayOf(shot, one).flatMap(({ id, lines }) => askedOf(one).flatMap(([resource, amount]) => {
  const line = lines.get(resource)
  return line && line.taken + amount > line.hard ? [`${id} ${resource}`] : []
}))
const takes = (shot: Shot, one: One) => wayOf(shot, one).flatMap(({ id }) => askedOf(one).map(([resource]) => `${id} ${resource}`))
/** All pods of one are alike, and all nodes are of one cluster: as many as fit on each are as many as fit. */
const findsNodes = ({ nodes }: Shot, { amounts, pods }: One) => pods <= nodes.filter(({ closed }) => !closed).reduce((fit, { cpuFree, gpuFree }) => {
  const [cores, gpus] = [(amounts[cpu] ?? 0) / pods, (amounts[gpu] ?? 0) / pods]
  return fit + Math.min(Math.floor(cpuFree / cores), gpus > 0 ? Math.floor(gpuFree.filter((free) => free === 1_000).length / gpus) : Number.POSITIVE_INFINITY)
}, 0)

/** Where nothing moves any more: who should have begun. */
function forgotten(shot: Shot): string[] {
  if (shot.isLost) return []
  const line = shot.all.filter((one) => one.waits && !isShut(shot, one))
  return line.flatMap((one) => {
    const ahead = new Set(line.flatMap((other) => (other !== one && !isBeyond(shot, other) && isBefore(shot, other, one) ? lacking(shot, other) : [])))
    const missing = lacking(shot, one)
    if (!findsNodes(shot, one)) return []
    if (missing.length === 0 && !takes(shot, one).some((pair) => ahead.has(pair))) return [`${one.name} has room, its turn and a node, and waits`]
    const [organisation, ...own] = wayOf(shot, one)
    const isOwn = own.every(({ id, lines }) => askedOf(one).every(([resource, amount]) => { const line = lines.get(resource); return !line || (line.taken + amount <= Math.min(line.nominal, line.hard) && !ahead.has(`${id} ${resource}`)) }))
    if (!isOwn || !organisation) return []
    const wants = askedOf(one).map(([resource, amount]) => { const line = organisation.lines.get(resource); return [resource, ahead.has(`${organisation.id} ${resource}`) ? amount : amount - ((line?.hard ?? 0) - (line?.taken ?? 0))] as const }).filter(([, amount]) => amount > 0)
    const above = (tenant: string, resource: string) => { const line = shot.accounts.find((account) => account.kind === 'tenant' && account.tenant === tenant)?.lines.get(resource); return (line?.taken ?? 0) - (line?.nominal ?? 0) }
    const lent = shot.all.filter((other) => runs(other) && other.burst && other.preemptions === 0 && other.tenant !== one.tenant && wants.every(([resource, amount]) => (other.amounts[resource] ?? 0) >= amount) && wants.some(([resource]) => above(other.tenant, resource) > 0))
    return lent.length > 0 ? [`what is ${one.name}’s own is lent to ${lent[0]?.name}, and it waits`] : []
  })
}

/** What each that waits is told, beside how many of its tenant come before it. */
async function misled(world: World, shot: Shot, people: ReadonlyMap<string, Person>): Promise<string[]> {
  const bad: string[] = []
  for (const one of shot.all.filter(({ waits }) => waits)) {
    const own = shot.all.filter((other) => other.id !== one.id && other.waits && other.tenant === one.tenant && !isBeyond(shot, other) && (other.namespace === one.namespace || !shot.shut.has(`${other.tenant}/${other.namespace}`)))
    const told = (await (await engines[0]?.doorFor(people.get(one.tenant) ?? world.admin))?.allocations.read({ tenant: one.tenant, allocation: one.id }))?.waiting?.ahead
    const are = own.filter((other) => isBefore(shot, other, one)).length
    if (told !== are) bad.push(`${one.name} is told of ${told} before it, and ${are} are`)
  }
  return bad
}

/** Whoever is before another at whatever moment between the two: what a tenant has of its own share goes down by what it gives back, and up again by what begins. */
function isBeforeThroughout(before: Shot, after: Shot, one: One, other: One): boolean {
  if (one.tenant === other.tenant || rankOf(one, before.now) !== rankOf(other, before.now)) return isBefore(before, one, other) && isBefore(after, one, other)
  const [stays, comes] = [before.all.filter((each) => runs(each) && after.all.some((same) => same.id === each.id && runs(same))), [...new Map([...before.all, ...after.all].filter(runs).map((each) => [each.id, each])).values()]]
  const share = (of: One, all: readonly One[]) => Math.max(0, ...askedOf(of).map(([resource]) => {
    const line = before.accounts.find(({ kind, tenant }) => kind === 'tenant' && tenant === of.tenant)?.lines.get(resource)
    return line ? Math.floor(((line.taken - line.used + all.filter(({ tenant }) => tenant === of.tenant).reduce((sum, { amounts }) => sum + (amounts[resource] ?? 0), 0)) * 1_000) / line.nominal) : 0
  }))
  return share(one, comes) < share(other, stays)
}

/** What one deed made begin took nothing that somebody before it lacks and goes on waiting for; where somebody gave way for it, that was taken from nobody who waits. */
function overtaken(before: Shot, after: Shot): string[] {
  const was = new Map(before.all.map((one) => [one.id, one]))
  if (after.all.some(({ id, preemptions, state }) => (was.get(id)?.preemptions ?? 0) < preemptions || (state === 'preempted' && was.get(id)?.state !== state))) return []
  // What was promised has what it begins with already.
  const begun = after.all.filter((one) => {
    const last = was.get(one.id)
    return runs(one) && !(last && (runs(last) || last.promised))
  })
  const waited = before.isLost || after.isLost ? [] : before.all.filter((other) => other.waits && !isShut(before, other) && !isBeyond(before, other) && !isBeyond(after, other) && after.all.some((one) => one.id === other.id && one.waits))
  return begun.flatMap((one) => {
    // Who comes, or comes back, has a turn as of now.
    const turn = was.get(one.id)?.waits ? (was.get(one.id) as One) : { ...one, asked: after.now }
    const passed = waited.find((other) => findsNodes(before, other) && findsNodes(after, other) && isBeforeThroughout(before, after, other, turn) && lacking(before, other).some((pair) => lacking(after, other).includes(pair) && takes(after, one).includes(pair)))
    return passed ? [`${one.name} began with what ${passed.name} lacks, which comes first`] : []
  })
}

async function play(seed: number): Promise<string[]> {
  const roll = dice(seed)
  const world = await makeWorld()
  const { a, b, organisation } = world
  const has = [24_000 + 4_000 * roll(6), 6 + roll(10)]
  // Half of it is each tenant's own, and a quarter each namespace's; any of them may have all that there is.
  await loading((sql) => sql.query(`UPDATE account SET resources = '{cpu,nvidia.com/gpu}', hard = $2::bigint[], nominal = ARRAY[$2[1] / part, $2[2] / part]::bigint[], used = '{0,0}', held = '{0,0}', unexplained = '{0,0}'
    FROM (VALUES ('organisation', 1), ('tenant', 2), ('namespace', 4)) AS p (of, part) WHERE organisation_id = $1 AND kind = p.of`, [organisation, has]))
  const fleet = await makeNodes([a, b], [{ nodes: 3, gpus: 4, cpu: 12_000 }])
  const people = new Map<string, Person>([[a, world.admin], [b, world.stranger]])
  await allowClasses(world)
  const deedOn = deedsAtRandom({ world, fleet, roll })
  /** Whoever found no node looks again, in a fleet of this very moment. */
  const lookAgain = async () => {
    for (const { known } of engines) {
      await known.mirror.fresh()
      known.mirror.gains++
    }
  }
  /** Until nothing moves. */
  const rest = async () => {
    for (let turn = 0, same = 0, last = ''; same < 3 && turn < 60; turn++) {
      await lookAgain()
      const on = engines[turn % engines.length] as Engine
      await on.lookAtQueue({ tenant: a, allocation: world.allocation })
      const { rows: [{ now }] } = await sql('SELECT sum(version) AS now FROM allocation WHERE organisation_id = $1', organisation)
      same = String(now) === last ? same + 1 : 0
      last = String(now)
    }
  }
  const bad: string[] = []
  // That there is no fleet here was true a moment ago, and is believed for one.
  await lookAgain()
  for (let group = 0; group < 24 && bad.length === 0; group++) {
    const before = await shoot(world, fleet)
    if (roll(2)) {
      await lookAgain()
      await deedOn(engines[0] as Engine, before.all)()
      bad.push(...overtaken(before, await shoot(world, fleet)))
    } else await Promise.all(Array.from({ length: 3 + roll(5) }, () => deedOn(engines[roll(engines.length)] as Engine, before.all)().catch(noOf)))
    // Some hours go by, of whatever has not ended; nobody is asked back for what was given within one.
    await sql("UPDATE allocation SET asked_at = asked_at - by, admitted_at = admitted_at - by, held_until = held_until - by, waiting_since = waiting_since - by, ends_at = ends_at - by FROM (SELECT make_interval(mins => $2) AS by) p WHERE organisation_id = $1 AND ended_at IS NULL", organisation, 65 + 5 * roll(20))
    for (const { known } of engines) known.lately.forget()
    bad.push(...unbalanced(await shoot(world, fleet)))
    if (group % 4 !== 3) continue
    await rest()
    const shot = await shoot(world, fleet)
    bad.push(...unbalanced(shot), ...forgotten(shot), ...(await misled(world, shot, people)))
  }
  bad.push(...(await replayed(world)))
  await sql('UPDATE tenant SET frozen_at = NULL WHERE organisation_id = $1', organisation)
  await endDisaster()
  // Who gave way in the meantime waits again.
  for (const isFirst of [true, false, true, false]) for (const { id, tenant } of (await shoot(world, fleet)).all.filter(({ over, waits }) => !over && waits === isFirst)) await (await engines[0]?.doorFor(people.get(tenant) ?? world.admin))?.allocations.release({ tenant, allocation: id })
  const end = await shoot(world, fleet)
  return [...bad, ...unbalanced(end), ...end.accounts.flatMap(({ id, lines }) => [...lines].flatMap(([resource, { used, held }]) => (used + held === 0 ? [] : [`${id} ${resource}: ${used + held} is left`])))]
}
/** What is frozen, or is not there any more, is told so. */
const noOf = (thrown: unknown) => { if (!/frozen|not_found/i.test(String(thrown))) throw thrown }

test.each([1, 2, 3])('of a random play (seed %d) nobody who has room, its turn and a node waits, nobody is passed or misled, and all of it adds up', { timeout: 180_000 }, async (seed) => { expect(await play(seed)).toEqual([]) })
