/** Guarantee: what is seen again every ten seconds is written beside what it was, and in no index: what a fleet costs, each time that it is heard of, does not fill the disk of whoever keeps its log. */
import { afterAll, expect, test } from 'vitest'
import { closeDatabase } from '~/server/database/client'
import { loading, makeWorld } from '~/server/testing/world'

afterAll(closeDatabase)

const many = 500
const seenAgain = {
  node: 'UPDATE node SET reported_at = now() WHERE pool_id = $1',
  workload: 'UPDATE workload SET gpu_use = 2, started_at = now(), reported_at = now() WHERE cluster_id = $1',
  residency_stay: 'UPDATE residency_stay SET seen_at = now(), heard_at = now() WHERE cluster_id = $1',
} as const

test('what is heard of a node, what runs there and where that is', async () => {
  const { a, mark } = await makeWorld()
  const cluster = `room-${mark}`
  const moved = await loading(async (sql) => {
    await sql.query('SAVEPOINT before')
    try {
      await sql.query("INSERT INTO cluster (id, region_id, kind) VALUES ($1, 'eu-test-1', 'kubernetes')", [cluster])
      await sql.query("INSERT INTO pool (id, cluster_id, isolation_level, taints) VALUES ($1, $1, 1, '{}')", [cluster])
      await sql.query("INSERT INTO node (id, pool_id, model, gpu_memory, cpu, memory, cpu_free, memory_free, gpu_free) SELECT $1 || '-' || n, $1, 'A100', 0, 8000, 8000, 8000, 8000, '{1000,1000}' FROM generate_series(1, $2::int) n", [cluster, many])
      await sql.query("INSERT INTO workload (cluster_id, id, node_id, resources, amounts, gpu_use, started_at, reported_at) SELECT $1, 'w-' || id, id, '{cpu}', '{1000}', 1, now(), now() FROM node WHERE pool_id = $1", [cluster])
      await sql.query("INSERT INTO residency_stay (tenant_id, namespace_id, work, cluster_id, node_id, gpu_milli, placed, state, since, seen_at) SELECT $2, 'red', 'w-' || id, $1, id, 0, 'eu-test-1', 'allowed', now(), now() FROM node WHERE pool_id = $1", [cluster, a])
      for (const again of Object.values(seenAgain)) await sql.query(again, [cluster])
      return (await sql.query('SELECT relname, n_tup_upd::int AS written, n_tup_hot_upd::int AS beside FROM pg_stat_xact_user_tables WHERE relname = ANY ($1)', [Object.keys(seenAgain)])).rows
    } finally {
      await sql.query('ROLLBACK TO before')
    }
  })
  expect(moved.map(({ relname }) => relname).sort()).toEqual(Object.keys(seenAgain).sort())
  for (const { written, beside } of moved) {
    expect(written).toBe(many)
    expect(beside).toBeGreaterThan(0.95 * many)
  }
})
