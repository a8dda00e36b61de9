import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { runOnce } from '~/server/engine/loops'
import { connectAs, loading, makeWorld, type World } from '~/server/testing/world'
import { areManyPreemptions } from './decide-many-preemptions'
import { watchPreemptions } from './watch-preemptions'

let world: World
beforeAll(async () => { world = await makeWorld() })
afterAll(closeDatabase)

/** As a lane would write them, and nothing else of what it would. */
async function preempted(times: number, minutesAgo: number, verdict = 'admit'): Promise<void> {
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, world.a])
  await sql.query(`INSERT INTO decision (id, organisation_id, tenant_id, namespace_id, action, verdict, reason, at, accounts, resources, used, held, used_after, held_after, policies, facts, outcome)
    SELECT uuidv7(), $1, $2, 'red', 'allocations.preempt', $6, CASE $6 WHEN 'refuse' THEN 'reserved' END, now() - make_interval(mins => $4), '{}', '{}', '{}', '{}', '{}', '{}', $5, '{}', '{}' FROM generate_series(1, $3)`, [world.organisation, world.a, times, minutesAgo, randomUUID(), verdict])
  await sql.query('COMMIT')
  await sql.end()
}
const look = () => runOnce({ name: 'watch-preemptions', everyMs: 0, leaseSeconds: 5, run: watchPreemptions })
const told = async () => (await loading((sql) => sql.query("SELECT set_config('app.platform', 'on', true)").then(() => sql.query("SELECT body FROM signal WHERE kind = 'allocations.many_preemptions' AND body->>'tenant' = $1", [world.a])))).rows.map(({ body }) => body.times)

test.each([[0, false], [99, false], [100, false], [101, true]])('%i in an hour are many: %s', (times, expected) => expect(areManyPreemptions(times)).toBe(expected))
test('whose work was pushed aside more than a hundred times within the hour is told of, once', async () => {
  await preempted(100, 5)
  await preempted(500, 61)
  // What was to give its place, and did not.
  await preempted(500, 5, 'refuse')
  expect([await look(), await told()]).toEqual(['ran', []])
  await preempted(1, 0)
  expect([await look(), await told()]).toEqual(['ran', [101]])
  await preempted(20, 0)
  expect([await look(), await told()]).toEqual(['ran', [101]])
})
