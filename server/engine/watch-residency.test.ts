import { afterAll, beforeEach, expect, test } from 'vitest'
import type { NodePlace } from '~/server/clusters/report'
import { takeReport } from '~/server/clusters/take-report'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease, underLease } from '~/server/database/lease'
import type { BookPage } from '~/server/residency/decide-book'
import { type Cluster, makeCluster } from '~/server/testing/cluster'
import { recordsOf } from '~/server/testing/records'
import { connectAs, doorFor, loading, makeWorld, shown, type World } from '~/server/testing/world'
import { runClusters } from './run-clusters'
import { watchResidency } from './watch-residency'

let world: World
let fleet: Cluster
let lease: string
/** Every test begins a day after the one before, so that nobody seems to have looked too long ago or in the future. */
let beginsMs = Date.now()
beforeEach(async () => {
  beginsMs += 86_400_000
  world = await makeWorld()
  fleet = await makeCluster(world)
  lease = `residency-${world.mark}`
  await takeLease(lease, 600)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const after = (seconds: number) => new Date(beginsMs + seconds * 1_000)
const look = (seconds: number) => watchResidency(lease, { now: after(seconds), tenants: [world.a, world.b] })
const rows = async (text: string, ...values: unknown[]) => (await loading((sql) => sql.query(text, values))).rows
const stays = () => rows('SELECT work, node_id AS node, region, state, reason, policy_version AS policy, until IS NULL AS now FROM residency_stay WHERE tenant_id = $1 ORDER BY since, id', world.a)
const violations = () => rows('SELECT work, regions, nodes, reason, contained_at IS NOT NULL AS contained, ended_because AS ended FROM residency_violation WHERE tenant_id = $1 AND id <> $2 ORDER BY began_at, id', world.a, world.violation)
const said = async (verb: string) => (await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.resource === 'residency' && entry.action.verb === verb && entry.action.name !== world.violation).map(({ entry }) => entry)
const pages = async () => (await said('write')).map(({ context }) => (context as unknown as { after: BookPage }).after)

const here = (): NodePlace => ({ region: fleet.region, residency: 'eu', jurisdiction: 'gdpr', providerId: `simulated:///${fleet.region}a/x` })
const workOn = (node: string, more: object = {}) => ({ workload: `w-${node}`, tenant: world.a, namespace: 'red', allocation: null, amounts: { 'nvidia.com/gpu': '2' }, gpuUse: null, cpuUse: null, memoryUse: null, startedAt: after(-60).toISOString(), failed: false, ...more })
/** The first node says that it stands there, and runs something of the tenant's. */
const report = (seconds: number, place: NodePlace | null, work: object[] | null = null) => underLease(lease, { loop: 'fleet' }, (sql) => takeReport(sql, {
  cluster: fleet.cluster, nodes: [{ node: fleet.nodes[0], at: after(seconds).toISOString(), place, model: 'A100', gpus: 8, gpuMemory: String(80n * 2n ** 30n), cpu: '64000', memory: String(512n * 2n ** 30n), workloads: work ?? [workOn(fleet.nodes[0] ?? '')] }],
}, after(seconds)))
const policyOf = async (body: object, version: string | null = null) => {
  const input = { tenant: world.a, kind: 'residency', version, body } as const
  return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'policies.changeInTenant', input) })).policies.changeInTenant(input as never)
}
const work = () => `${fleet.cluster}/w-${fleet.nodes[0]}`

test('what runs where it may is allowed, by the evidence and the version that it was judged by; nothing is begun twice', async () => {
  await report(0, here())
  await look(1)
  await look(11)
  expect(await stays()).toEqual([{ work: work(), node: fleet.nodes[0], region: fleet.region, state: 'allowed', reason: null, policy: null, now: true }])
  expect(await violations()).toEqual([])
})
test('where the clock was put back the looking goes on, and nothing ends before it began: neither a stay nor a violation', async () => {
  await report(0, { ...here(), region: 'eu-test-1' })
  await look(20)
  expect((await violations()).map(({ ended }) => ended)).toEqual([null])
  await look(11)
  await report(12, here(), [])
  await look(13)
  expect((await violations()).map(({ ended }) => ended)).toEqual(['over'])
  expect(await rows('SELECT until = since AS is_short FROM residency_stay WHERE tenant_id = $1', world.a)).toEqual([{ is_short: true }])
})
test('a node that says nothing of where it stands leaves it unknown, which is no violation and not well; evidence that is old does too', async () => {
  await report(0, null)
  await look(1)
  await report(10, here())
  await look(11)
  await look(11 + 16 * 60)
  expect((await stays()).map(({ state, reason, now }) => [state, reason, now])).toEqual([['unknown', 'no_evidence', false], ['allowed', null, false], ['unknown', 'evidence_old', true]])
  expect(await violations()).toEqual([])
})
const signals = async () => (await loading(async (sql) => {
  await sql.query("SELECT set_config('app.platform', 'on', true)")
  return sql.query("SELECT kind FROM signal WHERE body::text LIKE $1 AND kind IN ('node.relabelled', 'residency.violated') ORDER BY kind", [`%${fleet.nodes[0]}%`])
})).rows.map(({ kind }) => kind)
test('a node that is relabelled begins a violation, which is told and recorded once, and ends by itself when the label is back', async () => {
  await report(0, here())
  await look(1)
  await report(10, { ...here(), region: 'eu-test-1' })
  await look(11)
  await look(21)
  expect(await violations()).toEqual([{ work: work(), regions: ['eu-test-1'], nodes: [fleet.nodes[0]], reason: 'region_not_allowed', contained: false, ended: null }])
  expect(await signals()).toEqual(['node.relabelled', 'residency.violated'])
  await report(30, here())
  await look(31)
  expect(await violations()).toMatchObject([{ ended: 'allowed' }])
  expect([(await said('begin')).map(({ reason }) => reason), (await said('resolve')).map(({ reason }) => reason)]).toEqual([['region_not_allowed'], ['allowed']])
})
test('a policy that becomes stricter begins one, and one that becomes wider ends it; what was before is not judged anew', async () => {
  await report(0, here())
  await look(1)
  await policyOf({ jurisdiction: null, allowed: ['eu-test-1'], prohibited: [] })
  await look(11)
  expect(await violations()).toMatchObject([{ reason: 'region_not_allowed', ended: null }])
  await policyOf({ jurisdiction: null, allowed: ['eu-*'], prohibited: [] }, '1')
  await look(21)
  expect(await violations()).toMatchObject([{ ended: 'allowed' }])
  expect((await stays()).map(({ state, policy }) => [state, policy])).toEqual([['allowed', null], ['prohibited', '1'], ['allowed', '2']])
})
test('pods of one piece of work are one violation, and another node of it is an update', async () => {
  await policyOf({ jurisdiction: null, allowed: ['eu-test-1'], prohibited: [] })
  const [one = '', other = ''] = fleet.nodes
  const node = (id: string) => ({ node: id, at: after(0).toISOString(), place: here(), model: 'A100', gpus: 8, gpuMemory: String(80n * 2n ** 30n), cpu: '64000', memory: String(512n * 2n ** 30n), workloads: [workOn(id, { allocation: world.allocation })] })
  await underLease(lease, { loop: 'fleet' }, (sql) => takeReport(sql, { cluster: fleet.cluster, nodes: [node(one)] }, after(0)))
  await look(1)
  await underLease(lease, { loop: 'fleet' }, (sql) => takeReport(sql, { cluster: fleet.cluster, nodes: [node(other)] }, after(0)))
  await look(11)
  expect(await violations()).toMatchObject([{ work: world.allocation, nodes: [one, other], ended: null }])
  expect([(await said('begin')).length, (await said('update')).length]).toEqual([1, 1])
})
test('where the policy says so, a violation is contained at once: the node takes nothing new and the work is ended, once', async () => {
  await policyOf({ jurisdiction: null, allowed: [fleet.region], prohibited: [], contains: true })
  const wish = { tenant: world.a, namespace: 'red', name: 'train-it', class: 'normal', pods: 1, each: { 'nvidia.com/gpu': '1' }, models: [], region: null, labels: { 'cost-center': 'test' }, purpose: 'For the test.', hours: 2_000, pod: null, claims: [], waits: false }
  const made = await (await doorFor(world.lead)).allocations.create({ ...wish, hours: 24 })
  const allocation = made.ok ? (made.value.allocation ?? '') : ''
  const nature = { seed: 'test', failsEveryHours: null, silentEveryHours: null }
  const real = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  const seen = (seconds: number) => watchResidency(lease, { now: real(seconds), tenants: [world.a] })
  await runClusters(lease, { now: real(70), nature, clusters: [fleet.cluster] })
  await runClusters(lease, { now: real(80), nature, clusters: [fleet.cluster] })
  await seen(80)
  expect(await stays()).toMatchObject([{ work: allocation, state: 'allowed' }])
  await loading((sql) => sql.query("UPDATE node_place SET region = 'eu-test-1' WHERE node_id = ANY ($1) AND until IS NULL", [fleet.nodes]))
  await seen(90)
  await seen(100)
  expect((await violations()).map(({ contained, ended }) => [contained, ended])).toEqual([[true, null]])
  expect(await rows('SELECT state FROM allocation WHERE id = $1', allocation)).toEqual([{ state: 'failed' }])
  expect((await rows('SELECT cordoned_because AS because FROM node WHERE id = ANY ($1) AND cordoned_at IS NOT NULL', fleet.nodes)).length).toBe(1)
  await runClusters(lease, { now: real(130), nature, clusters: [fleet.cluster] })
  await seen(131)
  expect((await violations()).map(({ ended }) => ended)).toEqual(['contained'])
})
test('whoever runs the platform says what they found and contains it: what is signed names the nodes, and the engine does the rest, once', async () => {
  // What people do is done now, so what the engine saw before was seen before now.
  beginsMs = Date.now() - 100_000
  fleet = await makeCluster(world, { heard: false })
  await policyOf({ jurisdiction: null, allowed: ['eu-test-1'], prohibited: [] })
  await report(0, here())
  await look(1)
  const [{ id: violation }] = await rows('SELECT id FROM residency_violation WHERE tenant_id = $1 AND ended_at IS NULL', world.a)
  const door = await doorFor(world.platformAdmin)
  expect(await door.residency.acknowledge({ tenant: world.b, violation, note: 'Elsewhere.' })).toEqual({ ok: false, refusal: 'violation_unknown' })
  expect(await door.residency.acknowledge({ tenant: world.a, violation, note: 'We look at it.' })).toMatchObject({ ok: true, value: { repeats: false } })
  const contain = async (nodes: string[]) => {
    const input = { tenant: world.a, violation, nodes }
    return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'residency.contain', input) })).residency.contain(input)
  }
  expect(await contain(['another'])).toEqual({ ok: false, refusal: 'changed_meanwhile' })
  expect(await contain([fleet.nodes[0] ?? ''])).toMatchObject({ ok: true, value: { repeats: false } })
  for (const seconds of [11, 21]) await look(seconds)
  const shownNow = await (await doorFor(world.admin)).residency.violationsInTenant({ tenant: world.a, show: 'now', after: null, before: null })
  expect(shownNow.rows).toMatchObject([{ violation, state: 'containing', acknowledged: { note: 'We look at it.' }, nodes: [fleet.nodes[0]] }])
  expect((await rows('SELECT FROM node WHERE id = ANY ($1) AND cordoned_at IS NOT NULL', fleet.nodes)).length).toBe(1)
  await report(30, here(), [])
  await look(31)
  expect((await violations()).map(({ ended }) => ended)).toEqual(['contained'])
  expect(await contain([fleet.nodes[0] ?? ''])).toEqual({ ok: false, refusal: 'violation_over' })
  expect([(await said('acknowledge')).length, (await said('contain')).length, (await said('update')).map(({ reason }) => reason), (await said('resolve')).map(({ reason }) => reason)]).toEqual([1, 1, ['contained'], ['contained']])
})
test('what is signed cordons the nodes that it names; where the work has come to another since, that one takes on until it is signed, too', async () => {
  beginsMs = Date.now() - 100_000
  fleet = await makeCluster(world, { heard: false })
  await policyOf({ jurisdiction: null, allowed: ['eu-test-1'], prohibited: [] })
  const [one = '', other = ''] = fleet.nodes
  const node = (id: string, seconds: number, runs: boolean) => ({ node: id, at: after(seconds).toISOString(), place: here(), model: 'A100', gpus: 8, gpuMemory: String(80n * 2n ** 30n), cpu: '64000', memory: String(512n * 2n ** 30n), workloads: runs ? [workOn(id, { workload: 'w-moving' })] : [] })
  const runsOn = (id: string, seconds: number) => underLease(lease, { loop: 'fleet' }, (sql) => takeReport(sql, { cluster: fleet.cluster, nodes: [one, other].map((each) => node(each, seconds, each === id)) }, after(seconds)))
  await runsOn(one, 0)
  await look(1)
  const [{ id: violation }] = await rows('SELECT id FROM residency_violation WHERE tenant_id = $1 AND ended_at IS NULL', world.a)
  const contain = async (nodes: string[]) => {
    const input = { tenant: world.a, violation, nodes }
    return (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'residency.contain', input) })).residency.contain(input)
  }
  const cordoned = async () => (await rows('SELECT id FROM node WHERE id = ANY ($1) AND cordoned_at IS NOT NULL ORDER BY id', fleet.nodes)).map(({ id }) => id)
  const signed = async () => (await (await doorFor(world.admin)).residency.violationsInTenant({ tenant: world.a, show: 'now', after: null, before: null })).rows.map(({ nodes, contained }) => [nodes, contained?.nodes])
  expect(await contain([one])).toMatchObject({ ok: true, value: { repeats: false } })
  await runsOn(other, 10)
  await look(11)
  await look(21)
  expect(await cordoned()).toEqual([one])
  expect(await signed()).toEqual([[[other], [one]]])
  expect(await contain([one])).toMatchObject({ ok: true, value: { repeats: true } })
  expect(await contain([one, other])).toEqual({ ok: false, refusal: 'changed_meanwhile' })
  expect(await contain([other])).toMatchObject({ ok: true, value: { repeats: false } })
  expect(await contain([other])).toMatchObject({ ok: true, value: { repeats: true } })
  await look(31)
  expect(await cordoned()).toEqual([one, other].sort())
  expect(await signed()).toEqual([[[other], [one, other].sort()]])
})
test('a node that somebody lets go of while the violation goes on stays so: it is cordoned because of it once', async () => {
  beginsMs = Date.now() - 100_000
  fleet = await makeCluster(world, { heard: false })
  await policyOf({ jurisdiction: null, allowed: ['eu-test-1'], prohibited: [], contains: true })
  await report(0, here())
  await look(1)
  await look(11)
  const cordoned = async () => (await rows('SELECT id FROM node WHERE id = ANY ($1) AND cordoned_at IS NOT NULL', fleet.nodes)).map(({ id }) => id)
  expect(await cordoned()).toEqual([fleet.nodes[0]])
  const wish = { node: fleet.nodes[0] ?? '', because: 'Work ran here that may not be here.', reason: 'It is well.' }
  expect(await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'fleet.uncordon', wish) })).fleet.uncordon(wish)).toMatchObject({ ok: true })
  await look(21)
  await look(31)
  expect([await cordoned(), (await violations()).map(({ contained, ended }) => [contained, ended]), (await said('update')).map(({ reason }) => reason)]).toEqual([[], [[true, null]], ['contained']])
})
test('while an exception holds the violation is excepted, tells nobody and is not contained; when it ends it is open again, told and recorded once, and the book says by what it was left there', async () => {
  beginsMs = Date.now() - 100_000
  fleet = await makeCluster(world, { heard: false })
  await policyOf({ jurisdiction: null, allowed: ['eu-test-1'], prohibited: [] })
  await report(0, here())
  await look(1)
  const [{ id: violation }] = await rows('SELECT id FROM residency_violation WHERE tenant_id = $1 AND ended_at IS NULL', world.a)
  const input = { tenant: world.a, violation, covers: 'work' as const, regions: [fleet.region], email: world.platformAdmin.email, until: new Date(Date.now() + 86_400_000).toISOString(), reason: 'It moves tomorrow.' }
  const except = async (more: object) => (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'residency.except', { ...input, ...more }) })).residency.except({ ...input, ...more })
  expect(await except({ tenant: world.b })).toEqual({ ok: false, refusal: 'violation_unknown' })
  expect(await except({ email: world.admin.email })).toEqual({ ok: false, refusal: 'owner_unknown' })
  const made = await except({})
  const exception = made.ok ? made.value.exception : ''
  await policyOf({ jurisdiction: null, allowed: ['eu-test-1'], prohibited: [], contains: true }, '1')
  const page = { show: 'now' as const, after: null, before: null }
  const states = async () => (await (await doorFor(world.admin)).residency.violationsInTenant({ tenant: world.a, ...page })).rows.filter((row) => row.violation === violation).map(({ state, exception: by }) => [state, by?.exception ?? null])
  await look(11)
  expect(await states()).toEqual([['excepted', exception]])
  expect((await violations()).map(({ contained }) => contained)).toEqual([false])
  expect(await signals()).toEqual(['residency.violated'])
  const cell = async () => (await (await doorFor(world.admin)).residency.read({ tenant: world.a })).row.cells.find(({ region }) => region === fleet.region)
  expect(await cell()).toMatchObject({ state: 'prohibited', prohibited: 0, excepted: 1 })
  expect((await (await doorFor(world.stranger)).residency.violationsInTenant({ tenant: world.b, ...page })).rows).toEqual([])
  await (await doorFor(world.admin)).residency.keep({ tenant: world.a })
  await look(200)
  expect((await pages()).at(-1)?.exceptions).toMatchObject([{ exception, regions: [fleet.region] }])
  expect(await (await doorFor(world.platformAdmin)).residency.endException({ tenant: world.a, exception })).toMatchObject({ ok: true })
  expect(await states()).toEqual([['open', null]])
  await look(210)
  await look(220)
  expect((await said('update')).map(({ reason }) => reason).filter((reason) => reason === 'exception_over')).toHaveLength(1)
  expect(await signals()).toEqual(['residency.violated', 'residency.violated'])
  expect((await violations()).map(({ contained }) => contained)).toEqual([true])
})
test('what is in a region more than was signed is excused in none, in the list as in the figures', async () => {
  beginsMs = Date.now() - 100_000
  const elsewhere = await makeCluster(world, { heard: false })
  fleet = await makeCluster(world, { heard: false })
  await policyOf({ jurisdiction: 'us', allowed: [], prohibited: [] })
  const node = (id: string, place: NodePlace) => ({ node: id, at: after(0).toISOString(), place, model: 'A100', gpus: 8, gpuMemory: String(80n * 2n ** 30n), cpu: '64000', memory: String(512n * 2n ** 30n), workloads: [workOn(id, { allocation: world.allocation })] })
  const hear = ({ cluster, region, nodes: [one = ''] }: Cluster) => underLease(lease, { loop: 'fleet' }, (sql) => takeReport(sql, { cluster, nodes: [node(one, { ...here(), region, providerId: null })] }, after(0)))
  await hear(fleet)
  await look(1)
  const [{ id: violation }] = await rows('SELECT id FROM residency_violation WHERE tenant_id = $1 AND ended_at IS NULL', world.a)
  const input = { tenant: world.a, violation, covers: 'work' as const, regions: [fleet.region], email: world.platformAdmin.email, until: new Date(Date.now() + 86_400_000).toISOString(), reason: 'It moves tomorrow.' }
  expect(await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'residency.except', input) })).residency.except(input)).toMatchObject({ ok: true })
  const own = async () => (await doorFor(world.admin)).residency
  const state = async () => (await (await own()).violationsInTenant({ tenant: world.a, show: 'now', after: null, before: null })).rows.find((row) => row.violation === violation)?.state
  const cell = async () => (await (await own()).read({ tenant: world.a })).row.cells.find(({ region }) => region === fleet.region)
  expect([await state(), await cell()]).toMatchObject(['excepted', { prohibited: 0, excepted: 1 }])
  await hear(elsewhere)
  await look(11)
  expect([await state(), await cell()]).toMatchObject(['open', { prohibited: 1, excepted: 0 }])
})
test('an exception that lasts longer takes the place of the one before it: ended, nothing covers the work any more', async () => {
  beginsMs = Date.now() - 100_000
  fleet = await makeCluster(world, { heard: false })
  await policyOf({ jurisdiction: null, allowed: ['eu-test-1'], prohibited: [] })
  await report(0, here())
  await look(1)
  const [{ id: violation }] = await rows('SELECT id FROM residency_violation WHERE tenant_id = $1 AND ended_at IS NULL', world.a)
  const except = async (days: number) => {
    const input = { tenant: world.a, violation, covers: 'work' as const, regions: [fleet.region], email: world.platformAdmin.email, until: new Date(Date.now() + days * 86_400_000).toISOString(), reason: 'It moves.' }
    const answer = await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'residency.except', input) })).residency.except(input)
    return answer.ok ? answer.value.exception : answer.refusal
  }
  const [first, second] = [await except(1), await except(2)]
  expect(await rows('SELECT id FROM residency_exception WHERE tenant_id = $1 AND ended_at IS NULL', world.a)).toEqual([{ id: second }])
  expect((await said('except')).map(({ context }) => (context as unknown as { before: { replaced: string[] } }).before.replaced)).toEqual([[], [first]])
  await look(200)
  expect(await signals()).toEqual(['residency.violated'])
  expect(await (await doorFor(world.platformAdmin)).residency.endException({ tenant: world.a, exception: second })).toMatchObject({ ok: true })
  const { rows: [shownNow] } = await (await doorFor(world.admin)).residency.violationsInTenant({ tenant: world.a, show: 'now', after: null, before: null })
  expect([shownNow?.state, shownNow?.exception]).toEqual(['open', null])
  // That one ran out nobody ended: it is said once, whatever is there by then. Of one that somebody ended, they said it.
  const third = await except(1)
  for (const seconds of [86_400 + 200, 86_400 + 210]) await look(seconds)
  expect((await said('endException')).map(({ reason, actor, context }) => [(context as unknown as { after: { exception: string } }).after.exception, reason, actor.serviceAccount])).toEqual([[second, null, null], [third, 'ran_out', 'engine']])
})
test('the platform sees whose work is where and not what it is called; who reaches one namespace sees that one', async () => {
  await report(0, here(), [workOn(fleet.nodes[0] ?? ''), workOn(fleet.nodes[0] ?? '', { workload: 'other', namespace: 'blue' })])
  await look(1)
  const page = { region: fleet.region, state: null, after: null, before: null }
  expect((await (await doorFor(world.platformAuditor)).residency.list({ of: world.a, ...page })).rows.map(({ namespace, allocation, name, region }) => [namespace, allocation, name, region])).toEqual([[null, null, null, fleet.region], [null, null, null, fleet.region]])
  expect((await (await doorFor(world.lead)).residency.listInTenant({ tenant: world.a, ...page })).rows.map(({ namespace }) => namespace)).toEqual(['red'])
  const { rows: [row] } = await (await doorFor(world.platformAuditor)).residency.matrix({ find: world.a, after: null, before: null })
  expect(row?.cells.find(({ region }) => region === fleet.region)).toMatchObject({ state: 'allowed', works: 2, gpuMilli: '4000', prohibited: 0, unknown: 0 })
  expect(row?.cells.find(({ region }) => region === 'eu-test-1')).toMatchObject({ state: 'prohibited', reason: 'region_not_allowed', works: 0 })
})
test('a region shows where its nodes stand by these alone: what stands elsewhere and says that it is there shows nothing of it', async () => {
  const elsewhere = await makeCluster(world)
  await loading((sql) => sql.query('UPDATE tenant SET regions = $2 WHERE id = $1', [world.a, [fleet.region, elsewhere.region]]))
  await report(0, { ...here(), region: elsewhere.region })
  const of = async (region: string) => (await (await doorFor(world.platformAuditor)).residency.matrix({ find: world.a, after: null, before: null })).rows[0]?.cells.find((cell) => cell.region === region)
  expect(await of(elsewhere.region)).toMatchObject({ state: 'unknown', reason: 'no_evidence' })
  expect(await of(fleet.region)).toMatchObject({ state: 'unknown', reason: 'no_evidence' })
  await report(10, here())
  expect([(await of(elsewhere.region))?.state, (await of(fleet.region))?.state]).toEqual(['unknown', 'allowed'])
})
test('where what was seen could not be written down, nobody looked: the book has a gap there, and not a time in which nothing ran', async () => {
  await report(0, here())
  await look(1)
  const owner = await connectAs('owner')
  await owner.query(`ALTER TABLE residency_stay ADD CONSTRAINT cannot_be_written CHECK (tenant_id <> '${world.a}' OR region <> 'eu-test-1') NOT VALID`)
  await report(5, { ...here(), region: 'eu-test-1' })
  for (const seconds of [11, 51, 91]) await expect(look(seconds)).rejects.toThrow('cannot_be_written')
  await owner.query('ALTER TABLE residency_stay DROP CONSTRAINT cannot_be_written')
  await owner.end()
  await (await doorFor(world.admin)).residency.keep({ tenant: world.a })
  await look(101)
  await look(111)
  const seen = (await pages()).flatMap(({ gaps, stays: some }) => [...gaps.map(({ from, to }) => ['gap', from, to]), ...some.map(({ region, from, to }) => [region, from, to])])
  expect(seen).toEqual(expect.arrayContaining([[fleet.region, after(1).toISOString(), expect.any(String)], ['gap', after(1).toISOString(), after(101).toISOString()]]))
})
test('what was seen goes into the tenant’s record: page after page without a hole, each naming the one before, and a time in which nobody looked is a gap', async () => {
  await report(0, here())
  await look(1)
  await report(600, here())
  for (let seconds = 41; seconds < 680; seconds += 40) await look(seconds)
  await report(1_200, here())
  await look(1_201)
  await look(1_241)
  const [first, second] = await pages()
  expect([first?.previousDigest, second?.from === first?.to, second?.previousDigest === null]).toEqual([null, true, false])
  expect(first?.stays).toEqual([expect.objectContaining({ work: work(), region: fleet.region, state: 'allowed', policy: null, evidence: expect.objectContaining({ region: fleet.region, jurisdiction: 'gdpr' }) })])
  expect([first?.gaps, second?.gaps.length, second?.gaps[0]?.to]).toEqual([[], 1, after(1_201).toISOString()])
  expect((await pages()).every(({ policies }) => policies.some(({ version, body }) => version === null && body.allowed.includes(fleet.region)))).toBe(true)
})
