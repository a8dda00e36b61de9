import { z } from 'zod'
import { Handle, Instant, named, Resource, unprintable, Uuid } from '~/server/api/inputs'

/** What no cluster can mean is still let in as far as it can be read: that it was said is worth knowing. Amounts are in smallest units. */
const Count = z.string().max(20).regex(/^-?[0-9]{1,19}$/, 'is a whole number')
const WorkloadId = z.string().min(1).max(253).regex(/^[A-Za-z0-9]([A-Za-z0-9._/-]*[A-Za-z0-9])?$/, 'is the name of a workload')
const NodeId = z.string().max(253).regex(/^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/, 'is the name of a node')
const Share = z.int().nullable()

/** One piece of work: whose it says it is, what it has been given there, and how much of that it uses, in thousandths. What is not known is null. */
export const WorkloadReport = z.strictObject({
  workload: WorkloadId, tenant: Handle.nullable(), namespace: Handle.nullable(), allocation: Uuid.nullable(), amounts: named(Resource, Count).refine((amounts) => Object.keys(amounts).length > 0, 'names a resource'),
  gpuUse: Share, cpuUse: Share, memoryUse: Share, startedAt: Instant, failed: z.boolean(),
})
const PlaceWord = z.string().min(1).max(63).refine((text) => !unprintable.test(text), 'has no control characters').nullable()
/** Where it says that it stands: by its labels, and by what its provider calls it. */
export const NodePlace = z.strictObject({ region: PlaceWord, residency: PlaceWord, jurisdiction: PlaceWord, providerId: z.string().min(1).max(253).refine((text) => !unprintable.test(text), 'has no control characters').nullable() })
export const NodeReport = z.strictObject({
  node: NodeId, at: Instant, place: NodePlace.nullable(), model: z.string().min(1).max(63).nullable(), gpus: z.int(), gpuMemory: Count, cpu: Count, memory: Count, workloads: z.array(WorkloadReport).max(1_024),
})
/** All that a cluster says at once. A node that is not in it says nothing; what a node does not name does not run there any more. */
export const ClusterReport = z.strictObject({ cluster: Handle, nodes: z.array(NodeReport).max(20_000) })
export type WorkloadReport = z.infer<typeof WorkloadReport>
export type NodePlace = z.infer<typeof NodePlace>
export type NodeReport = z.infer<typeof NodeReport>
export type ClusterReport = z.infer<typeof ClusterReport>
