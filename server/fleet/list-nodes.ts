import { z } from 'zod'
import { Find } from '~/server/api/inputs'
import { containing, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader } from '~/server/database/read'
import { type NodeShown, nodeShown } from './node'

const byName = { by: [['id', 'name']], way: 'asc' } as const satisfies Order
export const ListNodes = z.strictObject({ find: Find, show: z.enum(['all', 'cordoned']), ...Paged })

/** What stands free on each is of all tenants together: the platform reads it, and nobody else. */
export async function listNodes({ rows }: PlatformReader, { find, show, ...asked }: z.infer<typeof ListNodes>): Promise<Page<NodeShown>> {
  const wanted = show === 'cordoned' ? { cordonedAt: { not: null } } : {}
  const { rows: nodes, ...ends } = await pageOf(byName, asked, ({ where, ...part }) => rows.node.findMany({ where: { AND: [wanted, containing(find, 'id', 'poolId', 'model'), where] }, ...part }))
  const pools = await rows.pool.findMany({ where: { id: { in: nodes.map(({ poolId }) => poolId) } } })
  const clusters = await rows.cluster.findMany({ where: { id: { in: pools.map(({ clusterId }) => clusterId) } } })
  const now = new Date()
  return {
    rows: nodes.map((node) => {
      const pool = pools.find(({ id }) => id === node.poolId)
      const region = clusters.find(({ id }) => id === pool?.clusterId)?.regionId
      if (!pool || region === undefined) throw new Error(`node ${node.id} is in no pool of a cluster`)
      return nodeShown(node, { cluster: pool.clusterId, region, isolationLevel: pool.isolationLevel, owner: pool.ownerTenant }, now)
    }),
    ...ends,
  }
}
