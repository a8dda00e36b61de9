/** The published trace as files: nodes and tasks, and the order in which they arrive for a seed. */
import type { Shape } from '../decide-feasible'
import { type Node, wholeGpu } from '../fleet'
import { gpuMilliOf, type Wish } from '../typical'
import { below, placed, type Random, randomOf, shuffled } from './random'

export type Task = Wish & { name: string }
const mebibyte = 2 ** 20

function rowsOf(text: string): ReadonlyMap<string, string>[] {
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const columns = head.split(',')
  return lines.map((line) => new Map(line.split(',').map((value, at) => [columns[at] ?? '', value])))
}
function amount(row: ReadonlyMap<string, string>, column: string): number {
  const value = Number(row.get(column) || Number.NaN)
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`The column ${column} says ${row.get(column) ?? 'nothing'}, which is no amount.`)
  return value
}

/** All stand in one region, cluster and pool: the trace says nothing of where. */
export const parseNodes = (text: string): Node[] => rowsOf(text).map((row) => {
  const [cpuMilli, memoryBytes, gpus] = [amount(row, 'cpu_milli'), amount(row, 'memory_mib') * mebibyte, amount(row, 'gpu')]
  return {
    id: row.get('sn') ?? '', version: 0, region: 'here', cluster: 'trace', pool: 'trace', model: gpus > 0 ? (row.get('model') ?? null) : null, gpuMemoryBytes: 0, taints: [], isolation: 1, owner: null, cordoned: false,
    cpuMilli, memoryBytes, cpuMilliFree: cpuMilli, memoryBytesFree: memoryBytes, gpuMilliFree: Array.from({ length: gpus }, () => wholeGpu),
  }
})

/** Sorted by name, which is where every seed's order begins. */
export const parseTasks = (text: string): Task[] => rowsOf(text).map((row) => {
  const gpus = amount(row, 'num_gpu')
  const models = (row.get('gpu_spec') ?? '').split('|').filter((model) => model !== '')
  const shape: Shape = {
    cpuMilli: amount(row, 'cpu_milli'), memoryBytes: row.has('memory_mib') ? amount(row, 'memory_mib') * mebibyte : 0, gpus,
    gpuMilli: gpus > 0 ? Math.min(amount(row, 'gpu_milli'), wholeGpu) : 0, models: gpus > 0 && models.length > 0 ? models : 'any', gpuMemoryBytes: 0,
  }
  return { name: row.get('name') ?? '', shape, regions: 'any' as const }
}).sort((a, b) => (a.name < b.name ? -1 : 1))

/** Drawn from the tasks until the next would go beyond the load asked for, or thinned down to it. The test for stopping counts what one GPU of the next task takes: so does the published simulator. */
export function arrivalsOf(tasks: readonly Task[], capacityMilli: number, load: number, random: Random): Task[] {
  const arrivals = shuffled(tasks, random)
  const most = load * capacityMilli
  let asked = arrivals.reduce((sum, { shape }) => sum + gpuMilliOf(shape), 0)
  if (asked >= most) {
    while (asked > most) for (const { shape } of arrivals.splice(below(arrivals.length, random), 1)) asked -= gpuMilliOf(shape)
    return arrivals
  }
  for (;;) {
    const next = tasks[below(tasks.length, random)]
    if (!next || asked + next.shape.gpuMilli > most) return arrivals
    asked += gpuMilliOf(next.shape)
    arrivals.push(next)
  }
}

/** What the published simulator draws of the same numbers and does nothing with: one for its log, and later one for each thing that it begins to watch. */
const [forItsLog, forItsWatches] = [1, 10]
const passOver = (times: number, random: Random): void => { for (let time = 0; time < times; time++) random.upper() }
const byId = (a: Node, b: Node) => (a.id < b.id ? -1 : 1)
/** In which order tasks arrive and nodes are looked at, and what there is to draw from then on: as the published simulator draws all of it from one seed, and each policy has the same. */
export function setOut(nodes: readonly Node[], tasks: readonly Task[], { seed, load }: { seed: number; load: number }): { arrivals: Task[]; inOrder: Node[]; capacityMilli: number; random: Random } {
  const random = randomOf(seed)
  passOver(forItsLog, random)
  const capacityMilli = nodes.reduce((sum, { gpuMilliFree }) => sum + gpuMilliFree.reduce((all, free) => all + free, 0), 0)
  const arrivals = arrivalsOf(tasks, capacityMilli, load, random)
  passOver(forItsWatches, random)
  return { arrivals, inOrder: placed([...nodes].sort(byId), random), capacityMilli, random }
}
