import { z } from 'zod'

export const NodeId = z.string().max(253).regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, 'is the name of a node')

/** A node that was not heard of for so long takes nothing new; a heartbeat comes every ten seconds. */
const silentAfterSeconds = 30
export const isSilent = (reportedAt: Date | null, now: Date): boolean => reportedAt === null || reportedAt.getTime() < now.getTime() - silentAfterSeconds * 1000

export type NodeShown = {
  node: string; pool: string; cluster: string; region: string; isolationLevel: number; owner: string | null; model: string | null; gpuMemory: string
  cpu: { all: string; free: string }; memory: { all: string; free: string }
  /** Of each GPU, in thousandths. */
  gpusFree: number[]
  cordonedAt: string | null; cordonedBecause: string | null; reportedAt: string | null; silent: boolean; version: string
}
export type NodeRow = { id: string; poolId: string; model: string | null; gpuMemory: bigint; cpu: bigint; memory: bigint; cpuFree: bigint; memoryFree: bigint; gpuFree: number[]; cordonedAt: Date | null; cordonedBecause: string | null; reportedAt: Date | null; version: bigint }
type PlaceOfNode = { cluster: string; region: string; isolationLevel: number; owner: string | null }
export const nodeShown = (row: NodeRow, { cluster, region, isolationLevel, owner }: PlaceOfNode, now: Date): NodeShown => ({
  node: row.id, pool: row.poolId, cluster, region, isolationLevel, owner, model: row.model, gpuMemory: row.gpuMemory.toString(),
  cpu: { all: row.cpu.toString(), free: row.cpuFree.toString() }, memory: { all: row.memory.toString(), free: row.memoryFree.toString() }, gpusFree: [...row.gpuFree],
  cordonedAt: row.cordonedAt?.toISOString() ?? null, cordonedBecause: row.cordonedBecause, reportedAt: row.reportedAt?.toISOString() ?? null, silent: isSilent(row.reportedAt, now), version: row.version.toString(),
})
