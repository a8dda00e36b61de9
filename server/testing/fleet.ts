import type { World } from './world'
import { loading } from './world'

/** A region, a cluster and nodes of a test's own, where the tenants of its world may run. No loop of any engine plays a cluster of this kind: the test does. */
export type Fleet = { readonly region: string; readonly cluster: string; readonly nodes: readonly string[] }
export async function makeFleet(world: World, { nodes = 4, gpus = 8, isolation = 1, owner = null as string | null, allowed = true } = {}): Promise<Fleet> {
  const letters = world.mark.replace(/[0-9]/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')
  const made = await loading(async (sql) => {
    const { rows: [{ times }] } = await sql.query('SELECT count(*)::int AS times FROM region WHERE id LIKE $1', [`eu-${letters}-%`])
    const region = `eu-${letters}-${times + 1}`
    const cluster = `c-${world.mark}-${times + 1}`
    await sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ($1, 'Test', 'DE', 'eu')", [region])
    await sql.query("INSERT INTO cluster (id, region_id, kind) VALUES ($1, $2, 'kubernetes')", [cluster, region])
    await sql.query("INSERT INTO pool (id, cluster_id, isolation_level, owner_tenant, taints) VALUES ($1, $1, $2, $3, '{}')", [cluster, isolation, owner])
    await sql.query(`INSERT INTO node (id, pool_id, model, gpu_memory, cpu, memory, cpu_free, memory_free, gpu_free)
      SELECT $1 || '-' || n, $1, 'A100', 80 * 2::bigint ^ 30, 64000, 512 * 2::bigint ^ 30, 64000, 512 * 2::bigint ^ 30, array_fill(1000, ARRAY[$3::int]) FROM generate_series(1, $2::int) n`, [cluster, nodes, gpus])
    if (allowed) await sql.query('UPDATE tenant SET regions = ARRAY[$2] WHERE organisation_id = $1', [world.organisation, region])
    return { region, cluster }
  })
  return { ...made, nodes: Array.from({ length: nodes }, (_, n) => `${made.cluster}-${n + 1}`) }
}
