/** The demo world, loaded as a start loads it, and killed as a start is killed. */
import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { recordsOf } from '~/server/testing/records'
import { connectAs, loading } from '~/server/testing/world'

async function load(killedAfterMs: number | null): Promise<number | null> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'prisma/seed/demo.ts'], { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEMO: '1' } })
  const ended = new Promise<number | null>((done) => { child.once('exit', done) })
  if (killedAfterMs === null) return ended
  await Promise.race([wait(killedAfterMs), ended])
  child.kill('SIGKILL')
  return ended
}
/** All that the load makes, but for the ids and moments that are drawn anew. */
async function world(): Promise<string> {
  const { rows } = await loading((sql) => sql.query(`SELECT line FROM (
    SELECT concat_ws(' ', 'tenant', id, organisation_id, isolation_level, trust, regions, compliance) AS line FROM tenant WHERE organisation_id IN ('northwind', 'halcyon')
    UNION ALL SELECT concat_ws(' ', 'account', id, resources, nominal, hard) FROM account WHERE organisation_id IN ('northwind', 'halcyon')
    UNION ALL SELECT concat_ws(' ', 'request', subject, state, asker.email, decider.email, decision_reason) FROM request JOIN person asker ON asker.id = requested_by LEFT JOIN person decider ON decider.id = decided_by WHERE organisation_id IN ('northwind', 'halcyon')
    UNION ALL SELECT concat_ws(' ', 'role', p.email, role, tenant_id, namespace_id, valid_to, granter.email) FROM role_binding b JOIN person p ON p.id = person_id LEFT JOIN person granter ON granter.id = granted_by WHERE p.email ~ '(platform|aurora|borealis|cardia|oncora|radia)\\.test$'
    UNION ALL SELECT concat_ws(' ', 'person', email, name) FROM person WHERE email ~ '(platform|aurora|borealis|cardia|oncora|radia)\\.test$') AS lines ORDER BY line`))
  return `${rows.map(({ line }) => line).join('\n')}\n`
}

test('a load that is killed, again and again, goes on where it was; loaded once more, nothing changes and nothing is recorded', async () => {
  // Each load gets further than the one before, whatever machine this is.
  for (let after = 500; (await load(after)) !== 0; after *= 1.35) expect(after).toBeLessThan(40_000)
  const loaded = await world()
  await expect(loaded).toMatchFileSnapshot('demo-world.txt')
  const deeds = async () => Promise.all(['platform', 'aurora', 'borealis', 'cardia', 'oncora', 'radia'].map(async (tenant) => (await recordsOf(tenant, 'deed')).length))
  const before = await deeds()
  expect(await load(null)).toBe(0)
  expect([await world(), await deeds()]).toEqual([loaded, before])
}, 180_000)
test('what was done in the demo was done through the door: each tenant was approved by another than whoever asked, and each namespace stands in its tenant’s record', async () => {
  const { rows } = await loading((sql) => sql.query("SELECT subject, requested_by = decided_by AS alone FROM request WHERE state = 'approved' AND organisation_id IN ('northwind', 'halcyon') ORDER BY subject"))
  expect(rows).toEqual(['aurora', 'borealis', 'cardia', 'oncora', 'radia'].map((subject) => ({ subject, alone: false })))
  const made = async (tenant: string) => (await recordsOf(tenant, 'deed')).map(({ entry }) => `${entry.action.resource}.${entry.action.verb} ${entry.action.name}`)
  expect(await made('aurora')).toEqual(expect.arrayContaining(['namespaces.create training', 'quotas.change nvidia.com/gpu', 'namespaces.create serving']))
  expect((await made('cardia')).at(-1)).toBe('tenants.requestBeside cardia-trials')
})
test('the loader leaves no session behind', async () => {
  const owner = await connectAs('owner')
  await owner.query('BEGIN; ALTER TABLE session NO FORCE ROW LEVEL SECURITY')
  expect((await owner.query("SELECT 1 FROM session WHERE user_agent LIKE '%demo loader%'")).rowCount).toBe(0)
  await owner.query('ROLLBACK')
  await owner.end()
})
