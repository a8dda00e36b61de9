/** The demo world, loaded as a start loads it, and killed as a start is killed. */
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { busyFrom, coresMost, looksLikeMining, memoryMost } from '~/server/cases/decide-mining'
import { areTooMany } from '~/server/cases/decide-tries'
import { idleMost, judgeUse, lowBelow } from '~/server/cases/decide-use'
import type { CaseKind } from '~/server/cases/rule'
import { seenUse } from '~/server/clusters/simulate'
import { isUnusual } from '~/server/signals/decide-unusual'
import { recordsOf } from '~/server/testing/records'
import { connectAs, loading } from '~/server/testing/world'
import { ofTests, running } from './compiled.mjs'

async function load(killedAfterMs: number | null): Promise<number | null> {
  const child = spawn(process.execPath, running(ofTests, 'demo'), { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEMO: '1' } })
  const ended = new Promise<number | null>((done) => { child.once('exit', done) })
  if (killedAfterMs === null) return ended
  await Promise.race([wait(killedAfterMs), ended])
  child.kill('SIGKILL')
  return ended
}
/** All that the load makes, but for the ids and moments that are drawn anew, and for which of its regions something went to: that depends on what else is usual in this database. */
async function world(): Promise<string> {
  const { rows } = await loading((sql) => sql.query(`SELECT line FROM (
    SELECT concat_ws(' ', 'tenant', id, organisation_id, isolation_level, trust, regions, compliance) AS line FROM tenant WHERE organisation_id IN ('northwind', 'halcyon')
    UNION ALL SELECT concat_ws(' ', 'account', id, resources, nominal, hard) FROM account WHERE organisation_id IN ('northwind', 'halcyon')
    UNION ALL SELECT concat_ws(' ', 'request', subject, state, asker.email, decider.email, decision_reason) FROM request JOIN person asker ON asker.id = requested_by LEFT JOIN person decider ON decider.id = decided_by WHERE organisation_id IN ('northwind', 'halcyon')
    UNION ALL SELECT concat_ws(' ', 'role', p.email, role, tenant_id, namespace_id, valid_to, granter.email) FROM role_binding b JOIN person p ON p.id = person_id LEFT JOIN person granter ON granter.id = granted_by WHERE p.email ~ '(platform|aurora|borealis|cardia|oncora|radia)\\.test$'
    UNION ALL SELECT concat_ws(' ', 'pool', p.id, p.cluster_id, p.isolation_level, p.owner_tenant, count(n.id)) FROM pool p JOIN node n ON n.pool_id = p.id JOIN cluster c ON c.id = p.cluster_id WHERE c.region_id IN ('eu-central-1', 'eu-north-1', 'us-east-1') GROUP BY p.id
    UNION ALL SELECT concat_ws(' ', 'allocations', tenant_id, state, count(*)) FROM allocation WHERE organisation_id IN ('northwind', 'halcyon') GROUP BY tenant_id, state
    UNION ALL SELECT concat_ws(' ', 'allocation', a.tenant_id, a.namespace_id, name, state, CASE WHEN a.region IS NOT NULL THEN 'placed' END, count(w.id)) FROM allocation a LEFT JOIN workload w ON w.allocation_id = a.id WHERE organisation_id IN ('northwind', 'halcyon') AND ended_at IS NULL GROUP BY a.id
    UNION ALL SELECT concat_ws(' ', 'person', email, name) FROM person WHERE email ~ '(platform|aurora|borealis|cardia|oncora|radia)\\.test$') AS lines ORDER BY line`))
  return `${rows.map(({ line }) => line).join('\n')}\n`
}

test('a load that is killed, again and again, goes on where it was; loaded once more, nothing changes and nothing is recorded', async () => {
  // Each load gets further than the one before, whatever machine this is; one that ends by itself has done all of it, or has failed.
  let ended: number | null = null
  for (let after = 2_000; ended === null; after *= 3) ended = await load(after)
  expect(ended).toBe(0)
  const loaded = await world()
  await expect(loaded).toMatchFileSnapshot('demo-world.txt')
  const deeds = async () => Promise.all(['platform', 'aurora', 'borealis', 'cardia', 'oncora', 'radia'].map(async (tenant) => (await recordsOf(tenant, 'deed')).length))
  const before = await deeds()
  expect(await load(null)).toBe(0)
  expect([await world(), await deeds()]).toEqual([loaded, before])
}, 900_000)
test('what was done in the demo was done through the door: each tenant was approved by another than whoever asked, and each namespace stands in its tenant’s record', async () => {
  const { rows } = await loading((sql) => sql.query("SELECT subject, requested_by = decided_by AS alone FROM request WHERE state = 'approved' AND organisation_id IN ('northwind', 'halcyon') ORDER BY subject"))
  expect(rows).toEqual(['aurora', 'borealis', 'cardia', 'oncora', 'radia'].map((subject) => ({ subject, alone: false })))
  const made = async (tenant: string) => (await recordsOf(tenant, 'deed')).map(({ entry }) => `${entry.action.resource}.${entry.action.verb} ${entry.action.name}`)
  expect(await made('aurora')).toEqual(expect.arrayContaining(['namespaces.create training', 'quotas.change nvidia.com/gpu', 'namespaces.create serving']))
  expect((await made('cardia')).at(-1)).toBe('tenants.requestBeside cardia-trials')
})
test('the month before was decided by the engine, each at its moment: refused and held for the reasons it says, and charged what it decided', async () => {
  const engine = await connectAs('engine')
  await engine.query("BEGIN; SELECT set_config('app.lane', 'northwind,halcyon', true), set_config('app.lane_tenants', 'aurora,borealis,cardia,oncora,radia', true)")
  const reasons = (await engine.query("SELECT verdict || ' ' || reason AS reason, count(*)::int AS times FROM decision WHERE reason IS NOT NULL GROUP BY 1")).rows.map(({ reason, times }) => [reason, times])
  expect(Object.fromEntries(reasons)).toMatchObject({ 'refuse region_not_allowed': 2, 'refuse above_maximum': 1, 'refuse label_missing': 1, 'refuse quota_exceeded': expect.any(Number), 'hold split_request': 3, 'hold developer_gpus': expect.any(Number) })
  const sums = (await engine.query(`SELECT a.used[n]::text AS used, a.held[n]::text AS held, coalesce(sum(d.used[m]), 0)::text AS moved_used, coalesce(sum(d.held[m]), 0)::text AS moved_held
    FROM account a, generate_subscripts(a.resources, 1) n, decision d, generate_subscripts(d.resources, 1) m WHERE a.kind <> 'class' AND a.id = ANY (d.accounts) AND d.resources[m] = a.resources[n] GROUP BY a.id, n, a.used[n], a.held[n]`)).rows
  expect(sums.length).toBeGreaterThan(20)
  for (const { used, held, moved_used, moved_held } of sums) expect([used, held]).toEqual([moved_used, moved_held])
  const { rows: [moments] } = await engine.query('SELECT max(at) < now() AS past, max(at) - min(at) > interval \'27 days\' AS long FROM decision')
  await engine.end()
  expect(moments).toEqual({ past: true, long: true })
  const { rows: [idle] } = await loading((sql) => sql.query("SELECT w.gpu_use BETWEEN 0 AND 20 AS idles FROM workload w JOIN allocation a ON a.id = w.allocation_id WHERE a.name = 'idle-bench'"))
  expect(idle).toEqual({ idles: true })
  const played = (await recordsOf('aurora', 'deed')).filter(({ entry }) => entry.action.resource === 'allocations').map(({ entry }) => entry.timestamp)
  expect(played).toEqual([...played].sort())
  expect(played.length).toBeGreaterThan(100)
})
test('six kinds of cases stand on the board, each with its evidence, and each rule says of what was done that it is so', async () => {
  const engine = await connectAs('engine')
  await engine.query("BEGIN; SELECT set_config('app.platform', 'on', true), set_config('app.loop', 'watch', true), set_config('app.lane', 'northwind,halcyon', true), set_config('app.lane_tenants', 'aurora,borealis,cardia,oncora,radia', true)")
  const cases: { id: string; tenant: string; kind: CaseKind; at: Date; body: { times: number; namespace: string; name: string; allocation: string; since: string } }[] = (await engine.query(
    "SELECT f.id, f.tenant_id AS tenant, f.kind, s.at, s.body FROM case_file f JOIN signal s ON s.case_id = f.id WHERE f.tenant_id IN ('aurora', 'borealis', 'cardia', 'oncora', 'radia') AND f.closed_at IS NULL ORDER BY f.kind, s.at")).rows
  const asked = async (tenant: string, until: Date, ms: number, reason: string | null) => (await engine.query<{ at: Date }>(
    "SELECT at FROM decision WHERE tenant_id = $1 AND action = 'allocations.create' AND at > $2 AND at <= $3 AND (reason = $4 OR $4::text IS NULL) ORDER BY at", [tenant, new Date(until.getTime() - ms), until, reason])).rows.map(({ at }) => at.getTime())
  const eachMinute = ({ allocation, name, since }: { allocation: string; name: string; since: string }, at: Date) =>
    Array.from({ length: Math.floor((at.getTime() - Date.parse(since)) / 60_000) + 1 }, (_, minute) => seenUse({ id: `${allocation}-0`, allocation, name }, 'bailiwick', true, Date.parse(since) + minute * 60_000))
  const hourMs = 3_600_000
  const isSo: Partial<Record<CaseKind, (of: (typeof cases)[number]) => Promise<boolean>>> = {
    'allocations.splitting': async ({ tenant, at, body }) => areTooMany('allocations.splitting', body.times) && (await asked(tenant, at, 24 * hourMs, 'split_request')).length === body.times,
    'allocations.flood': async ({ tenant, at, body }) => areTooMany('allocations.flood', body.times) && (await asked(tenant, at, hourMs, 'too_many_pending')).length === body.times,
    'allocations.unusual_rate': async ({ tenant, at, body }) => {
      const [hour, before] = [Math.floor(at.getTime() / hourMs), await asked(tenant, at, 6 * 24 * hourMs, null)]
      return isUnusual(body.times, Array.from({ length: 6 * 24 - 1 }, (_, back) => before.filter((one) => Math.floor(one / hourMs) === hour - 1 - back).length)) && before.filter((one) => Math.floor(one / hourMs) === hour).length === body.times
    },
    'allocations.squatting': async ({ at, body }) => judgeUse({ lowSince: Date.parse(body.since), idleSince: Date.parse(body.since), seenAt: at.getTime() }, false) === 'allocations.squatting' && eachMinute(body, at).every(({ gpuUse }) => gpuUse !== null && gpuUse <= idleMost),
    'allocations.inflation': async ({ at, body }) => judgeUse({ lowSince: Date.parse(body.since), idleSince: null, seenAt: at.getTime() }, false) === 'allocations.inflation' && eachMinute(body, at).every(({ gpuUse }) => gpuUse !== null && gpuUse < lowBelow),
    'allocations.mining': async ({ at, body }) => looksLikeMining({ since: Date.parse(body.since), seenAt: at.getTime() }, false) && eachMinute(body, at).every(({ gpuUse, cpuUse, memoryUse }) => (gpuUse ?? 0) >= busyFrom && (cpuUse ?? 1000) <= coresMost && (memoryUse ?? 1000) <= memoryMost),
  }
  expect([...new Set(cases.map(({ kind, tenant }) => `${tenant} ${kind}`))]).toEqual(expect.arrayContaining([
    'radia allocations.flood', 'cardia allocations.inflation', 'borealis allocations.mining', 'oncora allocations.splitting', 'aurora allocations.squatting', 'oncora allocations.squatting', 'radia allocations.unusual_rate']))
  for (const { id, ...one } of cases) expect({ ...one, isSo: await isSo[one.kind]?.({ id, ...one }) }).toEqual({ ...one, isSo: true })
  await engine.end()
})
test('one of them cost others GPU hours: what is reckoned is of those who found no room, and would have had it', async () => {
  const { rows } = await loading((sql) => sql.query("SELECT f.tenant_id AS tenant, f.kind, l.loser_tenant AS loser, l.name, f.harm_minutes > 0 AS harmed, l.minutes > 0 AS lost FROM case_file f JOIN case_loss l ON l.case_id = f.id WHERE f.tenant_id IN ('aurora', 'borealis', 'cardia', 'oncora', 'radia') ORDER BY l.since"))
  const lost = { tenant: 'oncora', kind: 'allocations.squatting', loser: 'radia', harmed: true, lost: true }
  expect(rows).toEqual([{ ...lost, name: 'read-later' }, { ...lost, name: 'read-between' }])
})
test('the loader leaves no session behind', async () => {
  const owner = await connectAs('owner')
  await owner.query('BEGIN; ALTER TABLE session NO FORCE ROW LEVEL SECURITY')
  expect((await owner.query("SELECT 1 FROM session WHERE user_agent LIKE '%demo loader%'")).rowCount).toBe(0)
  await owner.query('ROLLBACK')
  await owner.end()
})
