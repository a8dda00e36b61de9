/** The fleet as a map: each pool with its nodes, what stands free in it, and what of that the next to come could not use. */
import { fragmentation } from '~/server/placement/fragmentation'
import { type Typical, typicalOf, type Wish } from '~/server/placement/typical'

export type MapNode = { readonly node: string; readonly gpus: number; /** Free, in thousandths of a GPU. */ readonly free: number; /** What is in use of its GPUs, or of its cores where it has none, in thousandths. */ readonly use: number; readonly cordoned: boolean; readonly silent: boolean }
export type MapPool = { readonly region: string; readonly cluster: string; readonly pool: string; readonly isolationLevel: number; readonly owner: string | null; readonly nodes: readonly MapNode[] }
/** Of one model, in thousandths of a GPU: all, free on nodes that take work, on those that do not, and what of the first is lost to the next that usually comes. */
export type ModelShown = { readonly model: string; readonly nodes: number; readonly gpus: number; readonly free: number; readonly cordoned: number; readonly lost: number; /** How many wishes for so many whole GPUs on one node fit at once. */ readonly fit: readonly { readonly gpus: number; readonly times: number }[] }
export type FleetMap = { readonly pools: readonly MapPool[]; readonly models: readonly ModelShown[]; readonly shapes: number }

export type NodeOfMap = { readonly node: string; readonly region: string; readonly cluster: string; readonly pool: string; readonly isolationLevel: number; readonly owner: string | null; readonly model: string | null; readonly cpu: number; readonly cpuFree: number; readonly gpuFree: readonly number[]; readonly cordoned: boolean; readonly silent: boolean }
import type { ShapePlaced } from '~/server/database/read'
const whole = 1000
export const sizes = [1, 2, 4, 8] as const

/** A seldom shape is counted as often as it came, so that what usually comes is what came; a thousand in all are enough for that. */
function usual(shapes: readonly ShapePlaced[]): readonly Typical[] {
  const all = shapes.reduce((sum, { times }) => sum + times, 0)
  const wishes = shapes.flatMap(({ cpu, gpus, gpuMilli, times }): Wish[] => {
    const wish: Wish = { shape: { cpuMilli: cpu, memoryBytes: 0, gpus, gpuMilli, models: 'any', gpuMemoryBytes: 0 }, regions: 'any' }
    return Array.from({ length: all <= 1000 ? times : Math.max(1, Math.round((times * 1000) / all)) }, () => wish)
  })
  return typicalOf(wishes)
}

export function mapOf(nodes: readonly NodeOfMap[], shapes: readonly ShapePlaced[]): FleetMap {
  const free = ({ gpuFree }: NodeOfMap) => gpuFree.reduce((sum, of) => sum + of, 0)
  const takes = ({ cordoned, silent }: NodeOfMap) => !cordoned && !silent
  const models = [...new Set(nodes.flatMap(({ model }) => model ?? []))].sort()
  const lostOn = fragmentation(usual(shapes), models.map((model) => ({ region: '', model, gpuMilliFree: 0 })))
  const pools = new Map<string, MapPool & { nodes: MapNode[] }>()
  for (const of of nodes) {
    const { node, region, cluster, pool, isolationLevel, owner, gpuFree, cpu, cpuFree, cordoned, silent } = of
    const known = pools.get(pool) ?? { region, cluster, pool, isolationLevel, owner, nodes: [] }
    const [all, left] = gpuFree.length > 0 ? [gpuFree.length * whole, free(of)] : [cpu, cpuFree]
    known.nodes.push({ node, gpus: gpuFree.length, free: free(of), use: all === 0 ? 0 : Math.round(((all - left) * 1000) / all), cordoned, silent })
    pools.set(pool, known)
  }
  return {
    pools: [...pools.values()], shapes: shapes.length,
    models: models.map((model, market) => {
      const own = nodes.filter((node) => node.model === model)
      const open = own.filter(takes)
      return {
        model, nodes: own.length, gpus: own.reduce((sum, { gpuFree }) => sum + gpuFree.length * whole, 0), free: open.reduce((sum, of) => sum + free(of), 0), cordoned: own.filter((of) => !takes(of)).reduce((sum, of) => sum + free(of), 0),
        lost: shapes.length === 0 ? 0 : Math.round(open.reduce((sum, { cpuFree, gpuFree }) => sum + lostOn({ cpuMilliFree: cpuFree, memoryBytesFree: 0, gpuMilliFree: [...gpuFree] }, market), 0)),
        fit: sizes.map((gpus) => ({ gpus, times: open.reduce((sum, { gpuFree }) => sum + Math.floor(gpuFree.filter((of) => of === whole).length / gpus), 0) })),
      }
    }),
  }
}
