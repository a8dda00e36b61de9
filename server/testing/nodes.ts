/** A small fleet of its own, in a region of its own: who may be in no other is placed on it, and whoever is elsewhere never meets it. */
import { randomBytes, randomInt } from 'node:crypto'
import { loading } from './world'

type Pool = { readonly owner?: string; readonly level?: 1 | 2 | 3 | 4; readonly taints?: readonly string[]; readonly nodes: number; readonly gpus?: number; readonly model?: string; readonly cpu?: number; readonly memory?: number; readonly cluster?: number }
export type TestNodes = { readonly mark: string; readonly region: string; readonly clusters: readonly string[]; readonly nodes: readonly (readonly string[])[] }
export type Free = { id: string; cpu: number; memory: number; gpus: number[]; version: number }

/** Nodes of each pool are `p<pool>-n<at>-<mark>`; they were heard of just now, and will be for a day. */
export async function makeNodes(tenants: readonly string[], pools: readonly Pool[]): Promise<TestNodes> {
  const mark = randomBytes(4).toString('hex')
  const region = `eu-${Array.from({ length: 12 }, () => String.fromCharCode(97 + randomInt(26))).join('')}-1`
  const clusters = Array.from({ length: Math.max(...pools.map(({ cluster = 0 }) => cluster)) + 1 }, (_, at) => `c${at}-${mark}`)
  const nodes = pools.map((pool, at) => Array.from({ length: pool.nodes }, (_, number) => `p${at}-n${String(number).padStart(4, '0')}-${mark}`))
  await loading(async (sql) => {
    await sql.query("INSERT INTO region (id, title, country, jurisdiction) VALUES ($1, 'Test', 'DE', 'eu')", [region])
    for (const cluster of clusters) await sql.query("INSERT INTO cluster (id, region_id, kind) VALUES ($1, $2, 'simulated')", [cluster, region])
    for (const [at, { owner = null, level = 1, taints = [], gpus = 8, model = 'A100', cpu = 96_000, memory = 2 ** 40, cluster = 0 }] of pools.entries()) {
      await sql.query('INSERT INTO pool (id, cluster_id, isolation_level, owner_tenant, taints) VALUES ($1, $2, $3, $4, $5)', [`p${at}-${mark}`, clusters[cluster], level, owner, taints])
      await sql.query(`INSERT INTO node (id, pool_id, model, gpu_memory, cpu, memory, cpu_free, memory_free, gpu_free, reported_at)
        SELECT id, $2, CASE WHEN $3 > 0 THEN $4 END, 80, $5, $6, $5, $6, array_fill(1000, ARRAY[$3::int]), now() + interval '1 day' FROM unnest($1::text[]) id`, [nodes[at], `p${at}-${mark}`, gpus, model, cpu, memory])
    }
    await sql.query('UPDATE tenant SET regions = $2 WHERE id = ANY ($1)', [tenants, [region]])
  })
  return { mark, region, clusters, nodes }
}

export const freeOf = ({ mark }: TestNodes): Promise<Free[]> => loading(async (sql) => {
  const { rows } = await sql.query('SELECT id, cpu_free, memory_free, gpu_free, version FROM node WHERE id LIKE $1 ORDER BY id', [`%-${mark}`])
  return rows.map((row) => ({ id: row.id, cpu: Number(row.cpu_free), memory: Number(row.memory_free), gpus: row.gpu_free, version: Number(row.version) }))
})
