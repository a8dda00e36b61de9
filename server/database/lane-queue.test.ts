import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectAs, loading, makeWorld, type World } from '~/server/testing/world'
import { namedText } from './assumed'
import { closeDatabase } from './client'
import { planning } from './lane'
import { queuedOf, queueText } from './lane-queue'

const many = 2_000
let worlds: readonly [World, World]
let lane: pg.Client
const analyse = () => loading((sql) => sql.query('ANALYZE allocation'))
/** Two organisations in which so many wait, the last few of another tenant, one of them seen through a lane that works for both. */
beforeAll(async () => {
  worlds = [await makeWorld(), await makeWorld()]
  const both = worlds.map(({ organisation }) => organisation)
  await analyse()
  await loading(async (sql) => {
    for (const { organisation, a, b } of worlds) {
      await sql.query(`INSERT INTO allocation SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(), 'name', 'queued-' || n, 'tenant_id', tenant, 'account_id', 'platform/' || $1 || '/' || tenant || '/red', 'priority', 400 + n % 3 * 100,
          'asked_at', a.asked_at + make_interval(secs => n), 'state', 'waiting', 'waiting_since', a.asked_at, 'held_until', a.asked_at + interval '1 day', 'wish', '{}'))).*
        FROM allocation a, LATERAL (SELECT n, CASE WHEN n > ${many - 9} THEN $3 ELSE $2 END AS tenant FROM generate_series(1, ${many}) n) n WHERE a.organisation_id = $1 AND a.name = 'waits'`, [organisation, a, b])
    }
  })
  lane = await connectAs('engine', planning)
  await lane.query("SELECT set_config('app.lane', $1, false), set_config('app.lane_tenants', $2, false)", [both.join(), worlds.flatMap(({ a, b }) => [a, b]).join()])
})
afterAll(async () => {
  await lane.end()
  await closeDatabase()
})

type Plan = { 'Relation Name'?: string; 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Plan[] }
const readOf = (plan: Plan): number => (plan['Relation Name'] === 'allocation' ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0) + (plan.Plans ?? []).reduce((sum, part) => sum + readOf(part), 0)
/** How many rows of allocations are read by it, as a lane plans. */
async function readBy(name: string, types: string, text: string, values: string): Promise<number> {
  await lane.query(`PREPARE ${name} (${types}) AS ${text}`)
  const { rows: [row] } = await lane.query(`EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE ${name} (${values})`)
  return readOf(row['QUERY PLAN'][0].Plan)
}

/** By which index it goes is decided by what the planner knows of the table: that hardly anybody waits, as it found it before all these came, and how it is. */
test.each(['before they came', 'since they came'])('of a queue a few of each tenant and class and the oldest are read, and of another organisation’s nothing, however long both are: by what is known from %s', async (known) => {
  if (known === 'since they came') await analyse()
  const read = await Promise.all(worlds.map(({ organisation }, at) => readBy(`queue_${known.slice(0, 2)}_${at}`, 'text, int, text, timestamptz, uuid', queueText, `'${organisation}', NULL, NULL, NULL, NULL`)))
  for (const rows of read) {
    expect(rows).toBeGreaterThan(32)
    expect(rows).toBeLessThan(many / 4)
  }
})

test('whether anybody waits is told by one row of each organisation', async () => {
  const both = worlds.map(({ organisation }) => `"${organisation}"`).join()
  expect(await readBy('queued', 'text[]', `SELECT o FROM ${queuedOf('$1')}`, `'{${both}}'`)).toBe(2)
})

test('a name is looked for by itself, however many its tenant has: by what is known where most tenants have about one', async () => {
  const [{ a }] = worlds
  await loading((sql) => sql.query('ALTER TABLE allocation ALTER COLUMN tenant_id SET (n_distinct = -1)'))
  try {
    await analyse()
    const names = (name: string) => readBy(`named_${name.slice(0, 2)}`, 'text[], text[], text[]', `SELECT w.name FROM unnest($1, $2, $3) AS w (tenant_id, namespace_id, name), LATERAL (${namedText}) taken`, `'{${a}}', '{red}', '{${name}}'`)
    expect([await names('queued-7'), await names('nobody-has-this')]).toEqual([1, 0])
  } finally {
    await loading((sql) => sql.query('ALTER TABLE allocation ALTER COLUMN tenant_id RESET (n_distinct)'))
    await analyse()
  }
})
