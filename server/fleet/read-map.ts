import { z } from 'zod'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader } from '~/server/database/read'
import { mapOf, type FleetMap } from './fleet-map'
import { isSilent, NodeId, type NodeShown, nodeShown } from './node'

export const ReadNode = z.strictObject({ node: NodeId })
const [lately, nodesMost] = [28 * 24 * 3_600_000, 20_000]

/** All of it in one look: what is drawn of a node is a few figures, and there are thousands at most. */
export async function readMap({ rows, shapesPlaced }: PlatformReader): Promise<FleetMap> {
  const now = new Date()
  const places = await placesOf(rows)
  const nodes = await rows.node.findMany({ orderBy: { id: 'asc' }, take: nodesMost, select: { id: true, poolId: true, model: true, cpu: true, cpuFree: true, gpuFree: true, cordonedAt: true, reportedAt: true } })
  const shown = nodes.map(({ id, poolId, model, cpu, cpuFree, gpuFree, cordonedAt, reportedAt }) => ({ node: id, pool: poolId, ...placeIn(places, poolId), model, cpu: Number(cpu), cpuFree: Number(cpuFree), gpuFree, cordoned: cordonedAt !== null, silent: isSilent(reportedAt, now) }))
  const order = ({ region, cluster, pool }: (typeof shown)[number]) => `${region}\0${cluster}\0${pool}`
  return mapOf(shown.sort((one, other) => (order(one) < order(other) ? -1 : order(one) > order(other) ? 1 : 0)), await shapesPlaced(new Date(now.getTime() - lately)))
}

export async function readNode({ rows }: PlatformReader, { node: id }: z.infer<typeof ReadNode>): Promise<NodeShown> {
  const row = await rows.node.findUnique({ where: { id } })
  if (!row) throw new Denied('not_found')
  return nodeShown(row, placeIn(await placesOf(rows), row.poolId), new Date())
}

async function placesOf(rows: PlatformReader['rows']) {
  const clusters = new Map((await rows.cluster.findMany({ select: { id: true, regionId: true } })).map(({ id, regionId }) => [id, regionId]))
  return new Map((await rows.pool.findMany({ select: { id: true, clusterId: true, isolationLevel: true, ownerTenant: true } })).map(({ id, clusterId, isolationLevel, ownerTenant }) => [id, { cluster: clusterId, region: clusters.get(clusterId), isolationLevel, owner: ownerTenant }]))
}
function placeIn(places: Awaited<ReturnType<typeof placesOf>>, pool: string) {
  const place = places.get(pool)
  if (place?.region === undefined) throw new Error(`pool ${pool} is in no cluster of a region`)
  return { ...place, region: place.region }
}
