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

/** As a lane writes it: who pushes and whoever gives their place are decided at one moment. */
async function pushed(times: number, by: string | null): Promise<void> {
  const { rows } = await loading((sql) => sql.query(`INSERT INTO allocation (id, organisation_id, tenant_id, namespace_id, account_id, name, class, priority, asked_by, state, pods, resources, amounts, burst, preemptible, reserved, devices, asked_at, admitted_at, ended_at)
    SELECT gen_random_uuid(), organisation_id, tenant_id, namespace_id, a.id, 'p-' || gen_random_uuid(), 'low', 0, $2, 'preempted', 1, '{nvidia.com/gpu}', '{1}', false, true, false, 1, now(), now(), now() FROM account a, generate_series(1, $3) WHERE a.tenant_id = $1 AND a.namespace_id = 'red' RETURNING id AS allocation`, [world.a, world.admin.id, times]))
  const sql = await connectAs('engine')
  await sql.query('BEGIN')
  await sql.query("SELECT set_config('app.lane', $1, true), set_config('app.lane_tenants', $2, true)", [world.organisation, `${world.a},${world.b}`])
  const nothing = "'{}', '{}', '{}', '{}', '{}', '{}'"
  await sql.query(`INSERT INTO decision (id, organisation_id, tenant_id, namespace_id, allocation_id, action, verdict, at, accounts, resources, used, held, used_after, held_after, policies, facts, outcome)
    SELECT uuidv7(), $1, $2, 'red', allocation, 'allocations.preempt', 'admit', now(), ${nothing}, $4, '{}', '{}' FROM unnest($3::uuid[]) AS allocation`, [world.organisation, world.a, rows.map(({ allocation }) => allocation), randomUUID()])
  if (by !== null) {
    await sql.query(`INSERT INTO decision (id, organisation_id, tenant_id, namespace_id, action, verdict, at, accounts, resources, used, held, used_after, held_after, policies, facts, outcome)
      VALUES (uuidv7(), $1, $2, 'red', 'allocations.answer', 'admit', now(), ${nothing}, $3, '{}', $4)`, [world.organisation, by, randomUUID(), JSON.stringify({ verdict: 'admit', effects: { victims: rows } })])
  }
  await sql.query('COMMIT')
  await sql.end()
}
test('whose work pushed more than a hundred others aside within the hour is told of, once, and not for what nobody’s wish took', async () => {
  world = await makeWorld()
  const pushing = async () => (await loading((sql) => sql.query("SELECT set_config('app.platform', 'on', true)").then(() => sql.query("SELECT body FROM signal WHERE kind = 'allocations.pushing' AND body->>'tenant' = ANY ($1)", [[world.a, world.b]])))).rows.map(({ body }) => [body.tenant, body.times])
  await pushed(60, world.b)
  await pushed(40, world.b)
  await pushed(300, null)
  expect([await look(), await pushing()]).toEqual(['ran', []])
  await pushed(1, world.b)
  expect([await look(), await look(), await pushing()]).toEqual(['ran', 'ran', [[world.b, 101]]])
})
test('nobody but the engine asks who pushes whom', async () => {
  for (const role of ['web', 'auditor'] as const) {
    const sql = await connectAs(role)
    await expect(sql.query('SELECT * FROM pushed_by_tenant(now(), 1)')).rejects.toMatchObject({ code: '42501' })
    await sql.end()
  }
})
