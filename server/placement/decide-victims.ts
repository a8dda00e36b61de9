/** Whom, of those who may be stopped, to stop so that a wish has room on one node: as few as can be, of these the lowest in priority, and of these the youngest. */
import { type Allowed, type Shape, type Standing, tightest, type Where, whyNotNow, whyNotThere } from './decide-feasible'

export type Running = { id: string; node: string; shape: Shape; gpus: readonly number[]; priority: number; startedAt: Date }
export type VictimsWish = { shape: Shape; allowed: Allowed }
/** No victims is an answer, too: there was room. */
export type Made = { readonly node: string; readonly victims: readonly string[]; readonly gpus: readonly number[] }

/** A wish that would cost more than this is not worth it. */
const victimsMost = 8
/** So many sets are looked at for one wish: nodes full of small parts have more than anybody can wait for under a lock. The best until then is the answer. */
export const setsMost = 4_000

/** Nodes in the order in which equals are taken. What is not among `running` is not touched, whatever it is. Null where no way was found. */
export function decideVictims(nodes: readonly (Where & Standing & { id: string })[], running: readonly Running[], wish: VictimsWish): Made | null {
  const open = nodes.filter((node) => whyNotThere(node, wish.shape, wish.allowed) === null)
  const eligible = new Map<string, Running[]>(open.map(({ id }) => [id, []]))
  for (const each of running.toSorted(spareLast)) eligible.get(each.node)?.push(each)
  const looked = { sets: 0 }
  let best: { node: string; victims: readonly Running[]; gpus: readonly number[] } | null = null
  for (const node of open) {
    const victims = fewest(node, eligible.get(node.id) ?? [], wish.shape, best?.victims.length ?? victimsMost, looked)
    if (victims && (!best || isBetter(victims, best.victims))) best = { node: node.id, victims, gpus: tightest(without(node, victims), wish.shape) }
  }
  return best && { node: best.node, victims: best.victims.map(({ id }) => id), gpus: best.gpus }
}

/** Who goes first, first: the lowest priority, then the youngest. The order is total. */
function spareLast(a: Running, b: Running): number {
  return a.priority - b.priority || b.startedAt.getTime() - a.startedAt.getTime() || (a.id < b.id ? -1 : 1)
}
/** Compared one by one from the one that one would spare most. */
function isBetter(some: readonly Running[], others: readonly Running[]): boolean {
  if (some.length !== others.length) return some.length < others.length
  const [mine, theirs] = [some.toSorted(spareLast), others.toSorted(spareLast)]
  for (let at = mine.length - 1; at >= 0; at--) {
    const [one, other] = [mine[at], theirs[at]]
    if (!one || !other) return false
    if (one.priority !== other.priority) return one.priority < other.priority
    if (one.startedAt.getTime() !== other.startedAt.getTime()) return one.startedAt > other.startedAt
  }
  return false
}

export function without(standing: Standing, victims: readonly Running[]): Standing {
  const gpuMilliFree = [...standing.gpuMilliFree]
  for (const { gpus, shape } of victims) for (const gpu of gpus) gpuMilliFree[gpu] = (gpuMilliFree[gpu] ?? 0) + shape.gpuMilli
  const sum = (of: (shape: Shape) => number) => victims.reduce((all, { shape }) => all + of(shape), 0)
  return { cpuMilliFree: standing.cpuMilliFree + sum(({ cpuMilli }) => cpuMilli), memoryBytesFree: standing.memoryBytesFree + sum(({ memoryBytes }) => memoryBytes), gpuMilliFree }
}

/**
 * The smallest sets first, and among sets of a size those whose most senior member is most junior, and so on down: the first that makes room is the best there is.
 * A branch ends where what is left to choose could not make up what is missing, however it were chosen.
 */
function fewest(standing: Standing, eligible: readonly Running[], shape: Shape, most: number, looked: { sets: number }): readonly Running[] | null {
  const choose = (left: number, below: number, chosen: readonly Running[]): readonly Running[] | null => {
    if (++looked.sets > setsMost) return null
    const freed = without(standing, chosen)
    if (left === 0) return whyNotNow(freed, shape) === null ? chosen : null
    if (atLeast(freed, eligible.slice(0, below), shape) > left) return null
    for (let at = left - 1; at < below; at++) {
      const next = eligible[at]
      const found = next ? choose(left - 1, at, [...chosen, next]) : null
      if (found) return found
    }
    return null
  }
  for (let size = 0; size <= Math.min(most, eligible.length, victimsMost); size++) {
    const found = choose(size, eligible.length, [])
    if (found) return found
  }
  return null
}

/** No fewer than this many of them make room. Each amount is looked at for itself, and a victim on several GPUs is taken to help as many, so it is never too many. */
function atLeast(standing: Standing, from: readonly Running[], shape: Shape): number {
  const cpu = howMany(shape.cpuMilli - standing.cpuMilliFree, from.map((each) => each.shape.cpuMilli))
  const memory = howMany(shape.memoryBytes - standing.memoryBytesFree, from.map((each) => each.shape.memoryBytes))
  const perGpu = standing.gpuMilliFree.map((free, gpu) => howMany(shape.gpuMilli - free, from.flatMap((each) => (each.gpus.includes(gpu) ? each.shape.gpuMilli : [])))).sort((a, b) => a - b)
  const widest = Math.max(1, ...from.map(({ gpus }) => gpus.length))
  const gpus = perGpu.length < shape.gpus ? Number.POSITIVE_INFINITY : perGpu.slice(0, shape.gpus).reduce((sum, each) => sum + each, 0) / widest
  return Math.max(cpu, memory, gpus)
}
function howMany(missing: number, amounts: readonly number[]): number {
  let [left, count] = [missing, 0]
  for (const amount of amounts.toSorted((a, b) => b - a)) {
    if (left <= 0) return count
    left -= amount
    count++
  }
  return left <= 0 ? count : Number.POSITIVE_INFINITY
}
