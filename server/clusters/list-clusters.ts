import { z } from 'zod'
import { Find } from '~/server/api/inputs'
import { containing, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader } from '~/server/database/read'

const byName = { by: [['id', 'handle']], way: 'asc' } as const satisfies Order
export const ListClusters = z.strictObject({ find: Find, ...Paged })

/** A node that has said nothing for so long takes nothing new. */
const silentAfterMs = 30_000
type ClusterShown = { cluster: string; region: string; kind: string; nodes: number; cordoned: number; silent: number; heardAt: string | null; createdAt: string }

export async function listClusters({ rows }: PlatformReader, { find, ...asked }: z.infer<typeof ListClusters>): Promise<Page<ClusterShown>> {
  const page = await pageOf(byName, asked, ({ where, ...part }) => rows.cluster.findMany({ where: { AND: [containing(find, 'id', 'regionId'), where] }, ...part }))
  const pools = await rows.pool.findMany({ where: { clusterId: { in: page.rows.map(({ id }) => id) } }, select: { id: true, clusterId: true } })
  const poolId = { in: pools.map(({ id }) => id) }
  const count = async (where: object) => rows.node.groupBy({ by: ['poolId'], where: { poolId, ...where }, _count: true, _max: { reportedAt: true } })
  const [all, cordoned, silent] = [await count({}), await count({ cordonedAt: { not: null } }), await count({ OR: [{ reportedAt: null }, { reportedAt: { lt: new Date(Date.now() - silentAfterMs) } }] })]
  const of = (cluster: string, counted: typeof all) => counted.filter((pool) => pools.some(({ id, clusterId }) => id === pool.poolId && clusterId === cluster))
  const sum = (counted: typeof all) => counted.reduce((nodes, { _count }) => nodes + _count, 0)
  return {
    ...page, rows: page.rows.map(({ id, regionId, kind, createdAt }) => ({
      cluster: id, region: regionId, kind, nodes: sum(of(id, all)), cordoned: sum(of(id, cordoned)), silent: sum(of(id, silent)),
      heardAt: of(id, all).flatMap(({ _max }) => _max.reportedAt?.toISOString() ?? []).sort().at(-1) ?? null, createdAt: createdAt.toISOString(),
    })),
  }
}
