/** What usually comes: the most frequent shapes until nineteen in twenty are counted. It is a distribution; in which order anything comes is not known. */
import type { Shape } from './decide-feasible'
import type { Market } from './fleet'

export type Wish = { shape: Shape; regions: readonly string[] | 'any' }
export type Typical = Wish & { share: number }
const covered = 0.95

/** Memory is left out: nothing here is about it. A total order, so that the same history has the same typical shapes. */
export function typicalOf(wishes: Iterable<Wish>): readonly Typical[] {
  const counts = new Map<string, { wish: Wish; count: number }>()
  let total = 0
  for (const wish of wishes) {
    const key = keyOfWish(wish)
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { wish: { ...wish, shape: { ...wish.shape, memoryBytes: 0 } }, count: 1 })
    total++
  }
  const sorted = [...counts.entries()].sort(([keyA, a], [keyB, b]) => b.count - a.count || b.wish.shape.cpuMilli - a.wish.shape.cpuMilli || (keyA < keyB ? -1 : 1)).map(([, counted]) => counted)
  const typical: typeof sorted = []
  let counted = 0
  for (const each of sorted) {
    if (counted >= covered * total) break
    typical.push(each)
    counted += each.count
  }
  return typical.map(({ wish, count }) => ({ ...wish, share: count / counted }))
}

const sorted = (list: readonly string[] | 'any') => (list === 'any' ? list : [...new Set(list)].sort())
const keyOfWish = ({ shape: { cpuMilli, gpus, gpuMilli, gpuMemoryBytes, models }, regions }: Wish) => JSON.stringify([cpuMilli, gpus, gpuMilli, gpuMemoryBytes, sorted(models), sorted(regions)])

export const mayBuy = ({ shape, regions }: Wish, { region, model }: Market): boolean => (shape.models === 'any' || shape.models.includes(model)) && (regions === 'any' || regions.includes(region))
export const gpuMilliOf = ({ gpus, gpuMilli }: Shape): number => gpus * gpuMilli
