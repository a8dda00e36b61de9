/** Guarantee: no region is opened to a tenant but by two people, ahead of time, while a disaster stands where its work may be; and no decision or proof says otherwise afterwards. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Policy } from '~/server/admission/facts'
import { keptOf } from '~/server/admission/kept'
import { createAllocation } from '~/server/allocations/create-allocation'
import { lookAtQueues } from '~/server/allocations/look-at-queues'
import type { StepUpAction } from '~/server/authorization/actions'
import { takeReport } from '~/server/clusters/take-report'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease, underLease } from '~/server/database/lease'
import { watchResidency } from '~/server/engine/watch-residency'
import { letInBy } from '~/server/testing/asking'
import { type Cluster, makeCluster } from '~/server/testing/cluster'
import { recordsOf } from '~/server/testing/records'
import { samples } from '~/server/testing/samples'
import { connectAs, doorFor, loading, makeWorld, type Person, shown, type World } from '~/server/testing/world'
import type { BookPage } from './decide-book'
import { ClaimOf, isJudgedRightly } from './decide-claim'
import { Page } from './proof'
import { tellOfDisasters } from './tell-disasters'

let [world, home, away, other, lease]: [World, Cluster, string, Person, string] = [null as never, null as never, '', null as never, '']
const hourMs = 3_600_000
const until = new Date(Date.now() + 24 * hourMs).toISOString()
beforeAll(async () => {
  world = await makeWorld()
  home = await makeCluster(world, { heard: false })
  // The names of regions have letters between their ends.
  away = home.region.replace(/^eu/, 'us')
  other = world.platformApprover
  await loading((sql) => sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ($1, 'Away', 'US', 'us')", [away]))
  lease = `disasters-${world.mark}`
  await takeLease(lease, 600)
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})
type Verb = 'askDisaster' | 'askFailover' | 'signDisaster' | 'signFailover' | 'endDisaster' | 'endFailover'
const signing = ['askDisaster', 'askFailover', 'signDisaster', 'signFailover']
async function act(by: Person, verb: Verb, input: object, kind: 'passkey' | 'code' = 'passkey') {
  const action = `residency.${verb}` as StepUpAction
  const door = (await doorFor(by, signing.includes(verb) ? { stepUp: await shown(by, action, input, kind) } : {})).residency
  return (door[verb] as (wish: object) => Promise<{ ok: true; value: { disaster: string; failover: string } } | { ok: false; refusal: string }>)(input)
}
const done = async (answer: ReturnType<typeof act>) => {
  const said = await answer
  if (!said.ok) throw new Error(said.refusal)
  return said.value
}
const ask = async (name: string, region: string | null = away, by = world.developer) => {
  const answer = await (await doorFor(by)).allocations.create({ ...samples(world)['allocations.create'], name, region, models: [], claims: [] } as never)
  return answer.ok ? 'let in' : answer.refusal
}
const policyOf = async (kind: string) => (await loading((sql) => sql.query('SELECT body FROM policy WHERE kind = $1 AND tenant_id = $2 AND valid_to IS NULL', [kind, world.a]))).rows.map(({ body }) => body)

test('one asks and another signs: until both is done of both nothing is open, and ended it is over at once', async () => {
  expect(await ask('before', home.region, world.admin)).toBe('let in')
  const prepared = { tenant: world.a, regions: [away], reason: 'It is where our copies are.' }
  expect(await act(world.platformAdmin, 'askFailover', prepared, 'code')).toEqual({ ok: false, refusal: 'passkey_required' })
  const { failover } = await done(act(world.platformAdmin, 'askFailover', prepared))
  expect(await act(world.platformAdmin, 'askFailover', prepared)).toEqual({ ok: false, refusal: 'already_asked' })
  const list = { tenant: world.a, failover }
  expect(await act(world.platformAdmin, 'signFailover', list)).toEqual({ ok: false, refusal: 'own_word' })
  const appointed = await world.person('appointed', ['approver', null, null])
  await letInBy(world.platformAdmin, appointed)
  expect(await act(appointed, 'signFailover', list)).toEqual({ ok: false, refusal: 'appointed' })
  expect(await act(other, 'signFailover', { ...list, tenant: world.b })).toEqual({ ok: false, refusal: 'disaster_unknown' })
  expect(await policyOf('failover')).toEqual([])
  expect(await ask('asked')).toBe('region_not_allowed')
  expect(await act(other, 'signFailover', list)).toMatchObject({ ok: true })
  expect(await policyOf('failover')).toEqual([{ regions: [away] }])
  expect(await ask('prepared')).toBe('region_not_allowed')

  const declared = { region: home.region, until, reason: 'The region is lost.' }
  const { disaster } = await done(act(world.platformAdmin, 'askDisaster', declared))
  expect([await act(world.platformAdmin, 'signDisaster', { disaster }), await act(appointed, 'signDisaster', { disaster })]).toEqual([{ ok: false, refusal: 'own_word' }, { ok: false, refusal: 'appointed' }])
  expect(await ask('declared')).toBe('region_not_allowed')
  expect(await act(other, 'signDisaster', { disaster })).toMatchObject({ ok: true })
  expect(await act(other, 'signDisaster', { disaster })).toEqual({ ok: false, refusal: 'signed_already' })
  expect(await ask('away')).toBe('let in')
  const { row } = await (await doorFor(world.admin)).residency.read({ tenant: world.a })
  expect([row.prepared, row.disasters, row.cells.find(({ region }) => region === away)]).toMatchObject([[away], [home.region], { state: 'allowed', failover: home.region }])
  expect((await (await doorFor(world.stranger)).residency.read({ tenant: world.b })).row).toMatchObject({ prepared: [], disasters: [] })
  const told = await (await doorFor(world.platformAuditor)).residency.disasters({ of: world.a })
  expect([told.failovers, told.disasters.filter((one) => one.disaster === disaster)]).toMatchObject([[{ failover, regions: [away], standing: 'stands' }], [{ region: home.region, standing: 'stands', until }]])

  expect(await act(world.platformAdmin, 'endDisaster', { disaster })).toMatchObject({ ok: true })
  expect(await act(world.platformAdmin, 'endDisaster', { disaster })).toEqual({ ok: false, refusal: 'disaster_over' })
  expect(await ask('ended')).toBe('region_not_allowed')
  const verbs = async (place: string) => (await recordsOf(place, 'deed')).filter(({ entry }) => entry.action.resource === 'residency').map(({ entry }) => [entry.action.verb, JSON.stringify(entry.context).includes(disaster) || JSON.stringify(entry.context).includes(failover)]).filter(([, isOf]) => isOf).map(([verb]) => verb)
  expect([await verbs(world.a), await verbs('platform')]).toEqual([['askFailover', 'signFailover'], ['askDisaster', 'signDisaster', 'endDisaster']])
})
test('a prohibition and the law win: what they keep out is not prepared, and not opened where it was', async () => {
  const policy = { tenant: world.a, kind: 'residency' as const, version: null, body: { jurisdiction: 'eu' as const, allowed: [home.region], prohibited: [] } }
  expect(await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'policies.changeInTenant', policy) })).policies.changeInTenant(policy)).toMatchObject({ ok: true })
  const { disaster } = await done(act(world.platformAdmin, 'askDisaster', { region: home.region, until, reason: 'Again.' }))
  await done(act(other, 'signDisaster', { disaster }))
  expect(await ask('lawful')).toBe('outside_jurisdiction')
  expect(await act(world.platformAdmin, 'askFailover', { tenant: world.a, regions: [away], reason: 'It is near.' })).toEqual({ ok: false, refusal: 'never_possible' })
  const next = { ...policy, version: '1', body: { ...policy.body, jurisdiction: null } }
  expect(await (await doorFor(world.platformAdmin, { stepUp: await shown(world.platformAdmin, 'policies.changeInTenant', next as never) })).policies.changeInTenant(next as never)).toMatchObject({ ok: true })
  expect(await ask('elsewhere')).toBe('let in')
})
test('work that went elsewhere is no violation while it stands, is written as what it is, proves nothing of a law that does not hold there, and is a violation when it is over', async () => {
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  const [begins, later] = [at(0), at(41)]
  const place = { region: away, residency: 'us', jurisdiction: null, providerId: null }
  await loading((sql) => sql.query('UPDATE cluster SET region_id = $2 WHERE id = $1', [home.cluster, away]))
  const work = { workload: 'w', tenant: world.a, namespace: 'red', allocation: null, amounts: { 'nvidia.com/gpu': '1' }, gpuUse: null, cpuUse: null, memoryUse: null, startedAt: begins.toISOString(), failed: false }
  await underLease(lease, { loop: 'fleet' }, (sql) => takeReport(sql, { cluster: home.cluster, nodes: [{ node: home.nodes[0], at: begins.toISOString(), place, model: 'A100', gpus: 8, gpuMemory: String(80n * 2n ** 30n), cpu: '64000', memory: String(512n * 2n ** 30n), workloads: [work] }] }, begins))
  const look = (now: Date) => watchResidency(lease, { now, tenants: [world.a, world.b] })
  const violations = async () => (await loading((sql) => sql.query('SELECT reason FROM residency_violation WHERE tenant_id = $1 AND ended_at IS NULL AND id <> $2', [world.a, world.violation]))).rows
  await look(begins)
  await (await doorFor(world.admin)).residency.keep({ tenant: world.a })
  await look(later)
  expect(await violations()).toEqual([])
  const pages = (await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.verb === 'write').map(({ entry }) => (entry.context as unknown as { after: BookPage }).after)
  const page = pages.find(({ stays }) => stays.length > 0)
  const two = [world.platformAdmin.id, other.id]
  expect(page?.failovers).toMatchObject([{ disaster: home.region, regions: [away], preparedBy: two, declaredBy: two }])
  expect(page?.stays).toMatchObject([{ region: away, state: 'allowed', failover: home.region }])
  if (!page) throw new Error('a page was written')
  expect(Page.parse(page)).toEqual(page)
  const stay = page.stays[0] ?? (null as never)
  const judged = (more: object, of: object = {}) => isJudgedRightly({ ...page, ...of }, world.a, { ...stay, ...more })
  const { failovers: [written = null as never] = [], ...unsaid } = page
  // A page from before people were named is judged as it was; by one person's word nothing is opened.
  const { preparedBy: _prepared, declaredBy: _declared, ...nameless } = written
  const alone = [other.id, other.id] as const
  expect([judged({}, { failovers: [nameless] }), judged({}, { failovers: [{ ...written, preparedBy: alone }] }), judged({}, { failovers: [{ ...written, declaredBy: alone }] })]).toEqual([true, false, false])
  expect([judged({}), judged({ failover: undefined }), judged({ failover: away }), isJudgedRightly(unsaid, world.a, stay)]).toEqual([true, false, false, false])
  // Where the place is not known it was judged by the disaster as well, and says so of nothing.
  const unsure = { evidence: { ...stay.evidence, providerId: `simulated:///${home.region}a/x` }, state: 'unknown', reason: 'contradicts', region: null, failover: undefined }
  expect([judged(unsure), judged(unsure, { failovers: [] })]).toEqual([true, false])
  const claim = new ClaimOf({ allocation: null, namespace: null, jurisdiction: 'eu', since: page.from, until: page.to })
  claim.take(page)
  expect([claim.end().verdict, claim.failedOver().map(({ because }) => because)]).toEqual(['not', [away]])

  await look(new Date(Date.parse(until) - 1))
  expect(await violations()).toEqual([])
  await look(new Date(Date.parse(until)))
  // The evidence is a day old by then, so that nobody knows; what the node says anew is judged as it stands.
  const anew = new Date(Date.parse(until) + 1_000)
  await underLease(lease, { loop: 'fleet' }, (sql) => takeReport(sql, { cluster: home.cluster, nodes: [{ node: home.nodes[0], at: anew.toISOString(), place, model: 'A100', gpus: 8, gpuMemory: String(80n * 2n ** 30n), cpu: '64000', memory: String(512n * 2n ** 30n), workloads: [work] }] }, anew))
  await look(new Date(anew.getTime() + 1))
  expect(await violations()).toEqual([{ reason: 'region_not_allowed' }])
})
test('while a disaster stands nothing new begins in its region: a wish for it is refused and every sheet says so, one that may wait begins when it is over, and what was there before stays', async () => {
  const stateOf = async (name: string) => (await loading((sql) => sql.query('SELECT state FROM allocation WHERE tenant_id = $1 AND name = $2', [world.a, name]))).rows.map(({ state }) => state)
  const door = await doorFor(world.developer)
  const wish = { ...samples(world)['allocations.create'], region: home.region, models: [], claims: [] }
  expect(await ask('lost', home.region)).toBe('region_lost')
  const preview = await door.allocations.preview({ ...wish, name: 'seen' } as never)
  expect(preview).toMatchObject({ ok: true, value: { verdict: 'refuse', reason: 'region_lost', says: expect.stringContaining(`There is a disaster in the region ${home.region}, until ${until}`), nearest: expect.arrayContaining([expect.objectContaining({ change: 'other_region' })]) } })
  expect(await door.allocations.prepare({ tenant: world.a, namespace: null })).toMatchObject({ regions: [away], lost: [{ region: home.region, until }] })
  const cells = async () => (await (await doorFor(world.admin)).residency.read({ tenant: world.a })).row.cells.flatMap(({ region, lostUntil }) => (lostUntil === null ? [] : [[region, lostUntil]]))
  expect(await cells()).toEqual([[home.region, until]])
  expect(await (await doorFor(world.admin)).allocations.create({ ...wish, name: 'patient', waits: true } as never)).toMatchObject({ ok: true, value: { verdict: 'hold', reason: 'waits_for_room', approver: null } })
  await lookAtQueues(lease)
  const begun = async () => (await recordsOf(world.a, 'deed')).filter(({ entry }) => entry.action.resource === 'allocations' && entry.action.verb === 'start').length
  expect([await stateOf('patient'), await stateOf('before'), await begun()]).toEqual([['waiting'], ['admitted'], 0])
  const [{ disaster } = { disaster: '' }] = (await (await doorFor(world.platformAuditor)).residency.disasters({ of: world.a })).disasters.filter(({ region, standing }) => region === home.region && standing === 'stands')
  expect(await act(world.platformAdmin, 'endDisaster', { disaster })).toMatchObject({ ok: true })
  await lookAtQueues(lease)
  expect([await stateOf('patient'), await stateOf('before'), await ask('found', home.region), await cells(), await begun()]).toEqual([['admitted'], ['admitted'], 'let in', [], 1])
})
test('every decision, decided again from its facts under its policies, gives the same bytes, with a disaster among them and without', async () => {
  // As the lane that wrote them, which reads its own.
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, world.a])
  const decisions = (await sql.query("SELECT facts, policies, outcome FROM decision WHERE action = 'allocations.create'")).rows
  const bodies = new Map<string, Policy>((await sql.query('SELECT digest, body FROM policy_set')).rows.map(({ digest, body }: { digest: string; body: string }) => [digest, JSON.parse(body) as Policy]))
  await sql.end()
  const withDisaster = decisions.map(({ facts, policies, outcome }) => {
    expect(keptOf(createAllocation.decide(JSON.parse(facts) as never, bodies.get(policies) as Policy))).toBe(outcome)
    return bodies.get(policies)?.failover !== undefined
  })
  expect([withDisaster.includes(true), withDisaster.includes(false)]).toEqual([true, true])
})
test('that a disaster ran out is recorded once, wherever the engine was killed, with nobody as who ended it; of one that nobody signed, that', async () => {
  const [lapsed, unsigned, standing] = [`ez-${home.region.slice(3)}`, `ey-${home.region.slice(3)}`, `ex-${home.region.slice(3)}`]
  const ids: string[] = []
  for (const region of [lapsed, unsigned, standing]) {
    await loading((sql) => sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ($1, 'Lost', 'DE', 'eu')", [region]))
    const { disaster } = await done(act(world.platformAdmin, 'askDisaster', { region, until, reason: 'It is lost.' }))
    if (region !== unsigned) await done(act(other, 'signDisaster', { disaster }))
    ids.push(disaster)
  }
  await loading((sql) => sql.query("UPDATE residency_disaster SET until = clock_timestamp(), asked_at = asked_at - interval '1 hour', signed_at = signed_at - interval '1 hour' WHERE id = ANY ($1)", [ids.slice(0, 2)]))
  const scope = { loop: 'residency', platform: true, tenant: 'platform' } as const
  const ends = async () => (await recordsOf('platform', 'deed')).filter(({ entry }) => entry.action.verb === 'endDisaster' && ids.some((id) => JSON.stringify(entry.context).includes(id))).map(({ entry }) => [(entry.context as { after: { region: string } }).after.region, entry.reason, entry.actor.userId, entry.actor.serviceAccount])
  const killed = underLease(lease, scope, async (sql) => {
    await tellOfDisasters(sql, new Date())
    throw new Error('killed')
  })
  await expect(killed).rejects.toThrow('killed')
  expect(await ends()).toEqual([])
  await watchResidency(lease)
  await watchResidency(lease)
  await underLease(lease, scope, (sql) => tellOfDisasters(sql, new Date()))
  expect((await ends()).sort()).toEqual([[unsigned, 'never_signed', null, 'engine'], [lapsed, 'ran_out', null, 'engine']])
  expect(await act(world.platformAdmin, 'endDisaster', { disaster: ids[0] })).toEqual({ ok: false, refusal: 'disaster_over' })
  expect(await act(world.platformAdmin, 'endDisaster', { disaster: ids[2] })).toMatchObject({ ok: true })
})
test('nobody of a tenant declares, signs or ends any of it, and no table lets one person be both', async () => {
  for (const [verb, input] of [['askDisaster', { region: home.region, until, reason: 'x' }], ['askFailover', { tenant: world.a, regions: [away], reason: 'x' }], ['endFailover', { tenant: world.a, failover: world.violation }]] as const) {
    await expect(act(world.admin, verb, input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  await expect(loading((sql) => sql.query("INSERT INTO residency_failover (tenant_id, regions, reason, asked_at, asked_by, signed_at, signed_by) VALUES ($1, $2, 'x', now(), $3, now(), $3)", [world.b, [away], other.id]))).rejects.toThrow(/residency_failover_check|check constraint/)
})
