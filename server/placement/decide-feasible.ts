import type { IsolationLevel } from '~/server/tenants/isolation'

/** What a node is. Nodes that agree in all of it are asked once. Amounts are free amounts nowhere here. */
export type Where = {
  /** Null is a region that nobody has said: nothing is placed there. */
  region: string | null; cluster: string; pool: string
  /** Null for a node without GPUs. */
  model: string | null; gpuMemoryBytes: number
  taints: readonly string[]
  /** How its work is kept apart. From 2 on the node is one tenant's own. */
  isolation: IsolationLevel; owner: string | null
  cordoned: boolean
}
/** What is free on a node; of each GPU in thousandths, in the order of its devices. */
export type Standing = { cpuMilliFree: number; memoryBytesFree: number; gpuMilliFree: readonly number[] }
/** What is asked for: so many GPUs with so many thousandths of each. More than one are whole ones. */
export type Shape = { cpuMilli: number; memoryBytes: number; gpus: number; gpuMilli: number; models: readonly string[] | 'any'; gpuMemoryBytes: number }
/** Where the work of this wish may be at all, by who asks and by what was promised to them. An empty list allows nothing. */
export type Allowed = {
  tenant: string; isolation: IsolationLevel; tolerates: readonly string[]
  regions: readonly string[] | 'any'; clusters: readonly string[] | 'any'; pools: readonly string[] | 'any'
}

/** Outside is not this tenant's to know about. */
export const outside = ['region_unknown', 'region_not_allowed', 'cluster_not_allowed', 'pool_not_allowed', 'dedicated_to_another'] as const
export const unsuitable = ['cordoned', 'isolation_too_soft', 'taint_not_tolerated', 'model_not_allowed', 'gpu_memory_too_small', 'too_little_cpu', 'too_little_memory', 'too_few_gpus'] as const
type WhyOutside = (typeof outside)[number]
type WhyUnsuitable = (typeof unsuitable)[number]
export type WhyNot = WhyOutside | WhyUnsuitable

const isAmong = (list: readonly string[] | 'any', name: string) => list === 'any' || list.includes(name)

/** Order is precedence. Whose node it is says the node's own owner, never what a wish tolerates: a copied toleration opens nothing. */
export function whyNotThere(where: Where, shape: Shape, allowed: Allowed): WhyNot | null {
  if (where.region === null) return 'region_unknown'
  if (!isAmong(allowed.regions, where.region)) return 'region_not_allowed'
  if (!isAmong(allowed.clusters, where.cluster)) return 'cluster_not_allowed'
  if (!isAmong(allowed.pools, where.pool)) return 'pool_not_allowed'
  if (where.owner !== null && where.owner !== allowed.tenant) return 'dedicated_to_another'
  if (where.cordoned) return 'cordoned'
  if (where.isolation < allowed.isolation) return 'isolation_too_soft'
  if (where.taints.some((taint) => !allowed.tolerates.includes(taint))) return 'taint_not_tolerated'
  if (shape.gpus > 0 && (where.model === null || !isAmong(shape.models, where.model))) return 'model_not_allowed'
  if (shape.gpus > 0 && where.gpuMemoryBytes < shape.gpuMemoryBytes) return 'gpu_memory_too_small'
  return null
}

export function whyNotNow(standing: Standing, shape: Shape): WhyUnsuitable | null {
  if (standing.cpuMilliFree < shape.cpuMilli) return 'too_little_cpu'
  if (standing.memoryBytesFree < shape.memoryBytes) return 'too_little_memory'
  if (shape.gpus === 0) return null
  let found = 0
  for (const free of standing.gpuMilliFree) if (free >= shape.gpuMilli) found++
  return found < shape.gpus ? 'too_few_gpus' : null
}

/** What would be free with the shape on these GPUs. */
export function after(standing: Standing, shape: Shape, gpus: readonly number[]): Standing {
  const gpuMilliFree = standing.gpuMilliFree.slice()
  for (const gpu of gpus) gpuMilliFree[gpu] = (gpuMilliFree[gpu] ?? 0) - shape.gpuMilli
  return { cpuMilliFree: standing.cpuMilliFree - shape.cpuMilli, memoryBytesFree: standing.memoryBytesFree - shape.memoryBytes, gpuMilliFree }
}

/** The GPU that fits most tightly, which keeps whole ones whole; of equals the first. More than one are whole, and so all equal. */
export function tightest({ gpuMilliFree }: Standing, { gpus, gpuMilli }: Shape): readonly number[] {
  const found: number[] = []
  let least = Number.POSITIVE_INFINITY
  for (let gpu = 0; gpu < gpuMilliFree.length && found.length < Math.max(gpus, 1); gpu++) {
    const free = gpuMilliFree[gpu] ?? 0
    if (free < gpuMilli || gpus === 0) continue
    if (gpus > 1) found.push(gpu)
    else least = Math.min(least, free)
  }
  return gpus === 1 && least < Number.POSITIVE_INFINITY ? [gpuMilliFree.indexOf(least)] : found
}
