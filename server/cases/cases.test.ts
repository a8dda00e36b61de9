/** Guarantee: what stands unused for half an hour is one case of its tenant, whatever is seen on; what is closed stays so, with what it was; and only the platform reads it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstPage } from '~/server/api/page'
import { closeDatabase } from '~/server/database/client'
import { closeLanes } from '~/server/database/lane'
import { takeLease, underLease } from '~/server/database/lease'
import { type Loop, runOnce } from '~/server/engine/loops'
import { makeRoom, wishIn } from '~/server/testing/asking'
import { beside } from '~/server/testing/beside'
import { type Cluster, makeCluster } from '~/server/testing/cluster'
import { statementsIn } from '~/server/testing/statements'
import { connectAs, doorFor, loading, makeWorld, type World } from '~/server/testing/world'
import { recordsOf } from '~/server/testing/records'
import { miningMs } from './decide-mining'
import { gapMs, squattingMs } from './decide-use'
import { fold } from './fold'
import { shadowDays } from './rule'
import { watchConduct } from './watch-conduct'
import { watchUse } from './watch-use'

let world: World
let fleet: Cluster
let now = Date.now() - 3 * 3_600_000
beforeAll(async () => {
  world = await makeWorld()
  await makeRoom(world)
  fleet = await makeCluster(world)
  // Whoever looked before in this database may have known the rules for long.
  await loading((sql) => sql.query('UPDATE case_rule SET since = now()'))
})
afterAll(async () => {
  await closeLanes()
  await closeDatabase()
})

const loop = (run: Loop['run']): Loop => ({ name: 'watch-use', everyMs: 0, leaseSeconds: 5, run })
/** Something that runs, and of which its cluster says how much it uses. */
async function running(gpus: number, more: { reserved?: boolean; burst?: boolean } = {}): Promise<string> {
  const answer = await (await doorFor(world.admin)).allocations.create(wishIn(world, gpus, { hours: 700 }))
  const id = answer.ok ? (answer.value.allocation ?? '') : ''
  await loading(async (sql) => {
    await sql.query("UPDATE allocation SET state = 'running', running_at = admitted_at, reserved = $2, preemptible = CASE WHEN $2 THEN false ELSE preemptible END, burst = $3 WHERE id = $1", [id, more.reserved ?? false, more.burst ?? false])
    await sql.query("INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, gpu_use, started_at, reported_at) VALUES ($1, $2::text, $3, 'red', $2::text::uuid, $4, '{nvidia.com/gpu}', ARRAY[$5::bigint], 0, now(), now())", [fleet.cluster, id, world.a, fleet.nodes[0], gpus])
  })
  return id
}
const says = (allocation: string, use: number | null, at: number) => loading((sql) => sql.query('UPDATE workload SET gpu_use = $2, reported_at = $3 WHERE allocation_id = $1', [allocation, use, new Date(at)]))
/** So long goes by, and each says at each look how much it uses. */
async function pass(ms: number, uses: Readonly<Record<string, number | null>>): Promise<void> {
  for (const until = now + ms; now < until;) {
    now += gapMs
    for (const [allocation, use] of Object.entries(uses)) await says(allocation, use, now)
    expect(await runOnce(loop((name) => watchUse(name, new Date(now))))).toBe('ran')
  }
}
const list = async (show: 'new' | 'tried_out' | 'closed', kind: 'allocations.squatting' | 'allocations.burst' | 'allocations.mining' | 'allocations.splitting' = 'allocations.squatting') => (await (await doorFor(world.platformAuditor)).cases.list({ show, kind, ...firstPage })).rows.filter(({ tenant }) => tenant === world.a)
const known = () => loading((sql) => sql.query("UPDATE case_rule SET since = now() - make_interval(days => $1)", [shadowDays + 1]))

test('a rule that is new asks for nobody’s attention; one that is known opens a case, which all of its kind and tenant are part of, and which is closed with what it was', async () => {
  const [first, second, paid, busy, unheard] = [await running(2), await running(2), await running(1, { reserved: true }), await running(1), await running(1)]
  await pass(gapMs, {})
  await pass(squattingMs, { [first]: 0, [paid]: 0, [busy]: 900, [unheard]: null })
  expect(await list('new')).toEqual([])
  await pass(gapMs, { [first]: 0, [paid]: 0, [busy]: 900, [unheard]: null })
  const [tried] = await list('tried_out')
  expect(tried).toMatchObject({ tenant: world.a, signals: 1, version: 2, closedAt: null })
  const close = async (file: string, outcome: 'confirmed' | 'benign', note: string | null = null) => (await doorFor(world.platformAdmin)).cases.close({ case: file, outcome, note })
  expect(await close(tried?.case ?? '', 'benign')).toMatchObject({ ok: true, value: { repeats: false } })

  await known()
  // What was said of it holds as long as nothing else is seen.
  await pass(5 * gapMs, { [first]: 0 })
  expect([await list('new'), await list('tried_out')]).toEqual([[], []])
  await pass(gapMs, { [first]: 500 })
  await pass(squattingMs + gapMs, { [first]: 0, [second]: 10 })
  const [open] = await list('new')
  expect(open).toMatchObject({ signals: 2, seenAt: new Date(now).toISOString() })
  await pass(3 * gapMs, { [first]: 0, [second]: 0 })
  expect(await list('new')).toMatchObject([{ case: open?.case, signals: 2, seenAt: new Date(now).toISOString() }])

  const read = await (await doorFor(world.platformAdmin)).cases.read({ case: open?.case ?? '' })
  expect(read.seen.map(({ body }) => [body.allocation, body.tenant, body.gpuMilli])).toEqual(expect.arrayContaining([[first, world.a, '2000'], [second, world.a, '2000']]))
  expect(read.earlier).toMatchObject([{ case: tried?.case, outcome: 'benign', closedBy: world.platformAdmin.email }])
  const id = open?.case ?? ''
  expect([await close(id, 'confirmed', 'They agreed.'), await close(id, 'confirmed', 'They agreed.'), await close(id, 'benign')]).toMatchObject([{ ok: true, value: { repeats: false } }, { ok: true, value: { repeats: true } }, { ok: false, refusal: 'closed_already' }])
  expect((await recordsOf('platform', 'deed')).map(({ entry }) => entry).filter(({ action, context }) => action.resource === 'cases' && JSON.stringify(context).includes(id))).toMatchObject([{ context: { after: { outcome: 'confirmed', note: 'They agreed.' } } }, {}])
  expect((await (await doorFor(world.platformAuditor)).cases.rules({})).find(({ kind }) => kind === 'allocations.squatting')).toMatchObject({ triedOut: false, precision: { of: expect.any(Number) } })
})
test('GPUs on which nothing was begun stand unused, where all nodes that they are on speak; pods that run for those that do not count, and so does what a pod does not say', async () => {
  world = await makeWorld()
  await makeRoom(world)
  fleet = await makeCluster(world)
  const door = await doorFor(world.admin)
  const begun = async (pods: number, use: number | null | undefined) => {
    const answer = await door.allocations.create(wishIn(world, 1, { pods, hours: 700 }))
    const id = answer.ok ? (answer.value.allocation ?? '') : ''
    const placed = fleet.nodes.slice(0, pods).map((node) => ({ node, gpus: [0] }))
    await loading((sql) => sql.query('UPDATE allocation SET region = $2, placement = $3 WHERE id = $1', [id, fleet.region, { region: fleet.region, cluster: fleet.cluster, each: { cpuMilli: 0, memoryBytes: 0, gpuMilli: 1000 }, pods: placed }]))
    if (use !== undefined) await loading((sql) => sql.query("INSERT INTO workload (cluster_id, id, tenant_id, namespace_id, allocation_id, node_id, resources, amounts, gpu_use, started_at, reported_at) VALUES ($1, $2::text, $3, 'red', $2::text::uuid, $4, '{nvidia.com/gpu}', '{1}', $5, now(), now())", [fleet.cluster, id, world.a, fleet.nodes[0], use]))
    return id
  }
  const [never, half] = [await begun(1, undefined), await begun(2, 5)]
  const [busy, unsaid] = [await begun(2, 900), await begun(2, null)]
  const speak = (silent: string | null) => loading(async (sql) => {
    await sql.query('UPDATE node SET reported_at = $2 WHERE pool_id = $1 AND id IS DISTINCT FROM $3', [fleet.cluster, new Date(now), silent])
    await sql.query('UPDATE workload SET reported_at = $2 WHERE cluster_id = $1', [fleet.cluster, new Date(now)])
  })
  const wait = async (ms: number, silent: string | null = null) => {
    for (const until = now + ms; now < until;) {
      now += gapMs
      await speak(silent)
      expect(await runOnce(loop((name) => watchUse(name, new Date(now))))).toBe('ran')
    }
  }
  const found = async () => [...(await list('new')), ...(await list('tried_out'))]
  await wait(squattingMs)
  // For more than a minute their node does not speak: what runs there is not known, and the time begins anew.
  now += gapMs
  await wait(gapMs, fleet.nodes[0])
  await wait(squattingMs)
  expect(await found()).toEqual([])
  await wait(gapMs)
  const [file] = await found()
  const { seen } = await (await doorFor(world.platformAuditor)).cases.read({ case: file?.case ?? '' })
  expect(seen.map(({ body }) => body.allocation).sort()).toEqual([never, half].sort())
  expect([busy, unsaid].filter((id) => seen.some(({ body }) => body.allocation === id))).toEqual([])
})
test('GPUs that are busy to the last percent with hardly anything else, for six hours, are a hint; what is reserved, what pauses and what was not heard are none', async () => {
  // A place of its own: the other is full.
  world = await makeWorld()
  await makeRoom(world)
  fleet = await makeCluster(world)
  const [busy, paid, trains, unheard] = [await running(1), await running(1, { reserved: true }), await running(1), await running(1)]
  const all = [busy, paid, trains, unheard]
  const say = (at: number) => Promise.all(all.map((allocation) => loading((sql) => sql.query('UPDATE workload SET gpu_use = 980, cpu_use = $3, memory_use = 100, reported_at = $2 WHERE allocation_id = $1', [allocation, new Date(at), allocation === trains ? 500 : allocation === unheard ? null : 30]))))
  const hours = (since: number) => loading((sql) => sql.query("UPDATE steady_watch SET since = $1", [new Date(since)]))
  now += gapMs
  await say(now)
  const look = () => runOnce(loop((name) => watchUse(name, new Date(now))))
  expect(await look()).toBe('ran')
  // Six hours of looks, told in one: what stands is since when, and that each was within a minute of the one before.
  await hours(now - miningMs + gapMs)
  const found = async () => [...(await list('new', 'allocations.mining')), ...(await list('tried_out', 'allocations.mining'))]
  expect(await found()).toEqual([])
  now += gapMs
  await say(now)
  expect([await look(), await found()]).toMatchObject(['ran', [{ signals: 1 }]])
  const [file] = await found()
  expect((await (await doorFor(world.platformAuditor)).cases.read({ case: file?.case ?? '' })).seen.map(({ body }) => body.allocation)).toEqual([busy])
})
test('borrowing on for longer than may be is a case', async () => {
  const borrowed = await running(1, { burst: true })
  await loading((sql) => sql.query("UPDATE allocation SET asked_at = now() - interval '26 hours', admitted_at = now() - interval '25 hours', running_at = now() - interval '25 hours' WHERE id = $1", [borrowed]))
  expect(await runOnce(loop((name) => watchConduct(name)))).toBe('ran')
  expect(await runOnce(loop((name) => watchConduct(name)))).toBe('ran')
  expect([...(await list('new', 'allocations.burst')), ...(await list('tried_out', 'allocations.burst'))]).toMatchObject([{ signals: 1 }])
})
type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] }
const readOf = (plan: Plan): number => (plan['Relation Name'] === 'allocation' ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0) + (plan.Plans ?? []).reduce((sum, part) => sum + readOf(part), 0)
test('who holds the highest priorities is seen without a look at what ended before', async () => {
  const asked = (await statementsIn(() => runOnce(loop((name) => watchConduct(name))))).find((text) => text.includes('extract(epoch'))
  const sql = await connectAs('owner', '-c enable_seqscan=off')
  await sql.query("BEGIN; SELECT set_config('app.loading', 'on', true)")
  await sql.query(`INSERT INTO allocation (id, organisation_id, tenant_id, namespace_id, account_id, name, class, priority, asked_by, state, pods, resources, amounts, burst, preemptible, reserved, devices, asked_at, admitted_at, ended_at)
    SELECT gen_random_uuid(), organisation_id, tenant_id, namespace_id, a.id, 'over-' || n, 'normal', 0, $2, 'released', 1, '{nvidia.com/gpu}', '{1}', false, false, false, 1, now() - interval '9 days', now() - interval '9 days', now() - interval '8 days' FROM account a, generate_series(1, 5000) n WHERE a.tenant_id = $1 AND a.namespace_id = 'red'`, [world.a, world.admin.id])
  const { rows: [{ standing }] } = await sql.query("SELECT count(*)::int AS standing FROM allocation WHERE ended_at IS NULL OR ended_at > now() - interval '1 day'")
  const [now, dayAgo] = [new Date(), new Date(Date.now() - 24 * 3_600_000)]
  const { rows: [row] } = await sql.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${asked}`, [now, dayAgo, now, dayAgo])
  await sql.end()
  expect(readOf(row['QUERY PLAN'][0].Plan)).toBeLessThan(standing + 1_000)
})
test('a limit that is tried again and again is a case, and not for a look at a moment before it was', async () => {
  await running(1)
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, world.a])
  await engine.query(`INSERT INTO decision (id, organisation_id, tenant_id, namespace_id, person_id, action, verdict, reason, at, accounts, resources, used, held, used_after, held_after, policies, facts, outcome)
    SELECT uuidv7(), organisation_id, tenant_id, namespace_id, person_id, action, 'hold', 'split_request', now(), accounts, resources, used, held, used_after, held_after, policies, facts, outcome
    FROM (SELECT * FROM decision WHERE tenant_id = $1 AND action = 'allocations.create' LIMIT 1) AS one, generate_series(1, 3)`, [world.a])
  await engine.query('COMMIT')
  await engine.end()
  const split = async (at: Date) => {
    expect(await runOnce(loop((name) => watchConduct(name, at)))).toBe('ran')
    return [...(await list('new', 'allocations.splitting')), ...(await list('tried_out', 'allocations.splitting'))].length
  }
  expect([await split(new Date(Date.now() - 3_600_000)), await split(new Date())]).toEqual([0, 1])
})
test('what is seen while its case is being closed waits for that, and is a new case', async () => {
  const lease = `fold-${world.mark}`
  await takeLease(lease, 600)
  const see = (name: string, seconds: number) => underLease(lease, { loop: 'watch' }, (sql) => fold(sql, [{ kind: 'allocations.flood', tenant: world.a, name: `${world.mark} ${name}`, body: {} }], new Date(now + seconds * 1_000)))
  await see('first', 0)
  const cases = async () => (await loading(async (sql) => {
    await sql.query("SELECT set_config('app.platform', 'on', true)")
    return sql.query("SELECT closed_at IS NOT NULL AS closed, (SELECT count(*)::int FROM signal s WHERE s.case_id = f.id) AS signals FROM case_file f WHERE tenant_id = $1 AND kind = 'allocations.flood' ORDER BY closed DESC", [world.a])
  })).rows
  await beside("UPDATE case_file SET closed_at = greatest(now(), opened_at), closed_by = $2, outcome = 'benign' WHERE tenant_id = $1 AND kind = 'allocations.flood'", [world.a, world.platformAdmin.id], () => see('second', 10))
  expect(await cases()).toEqual([{ closed: true, signals: 1 }, { closed: false, signals: 1 }])
})
test('nobody in a tenant reads cases, and nobody closes one in another’s name', async () => {
  await expect((await doorFor(world.admin)).cases.list({ show: 'new', kind: null, ...firstPage })).rejects.toThrow('not_found')
  const engine = await connectAs('engine')
  await engine.query('BEGIN')
  await engine.query("SELECT set_config('app.platform', 'on', true), set_config('app.person_id', $1, true)", [world.platformAdmin.id])
  await expect(engine.query("UPDATE case_file SET closed_at = now(), closed_by = $1, outcome = 'benign' WHERE tenant_id = $2 AND closed_at IS NULL", [world.admin.id, world.a])).rejects.toMatchObject({ code: '42501' })
  await engine.query('ROLLBACK')
  await engine.end()
})
