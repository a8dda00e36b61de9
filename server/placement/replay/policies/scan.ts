/** Asks every node, in the fleet's order, and takes the first of the best: how the published policies are defined. What a node said is remembered until the node changes. */
import { type Allowed, type Shape, type Standing, tightest, whyNotNow, whyNotThere } from '../../decide-feasible'
import type { Fleet } from '../../fleet'
import type { Chooser } from './chooser'

/** `mix` is what sort of work runs on the node: `share`, `1`, `2` … GPUs. */
export type Score = (standing: Standing, shape: Shape, mix: ReadonlySet<string>) => number
export const sortOf = ({ gpus, gpuMilli }: Shape): string | null => (gpus === 0 ? null : gpus === 1 && gpuMilli < 1000 ? 'share' : String(gpus))

export function scan(fleet: Fleet, score: Score): Chooser {
  const mixes = Array.from({ length: fleet.size }, () => new Set<string>())
  const said = new Map<string, { version: number; score: number }[]>()
  return {
    choose(shape, allowed) {
      const key = JSON.stringify([shape.cpuMilli, shape.gpus, shape.gpuMilli])
      const before = said.get(key) ?? Array.from(mixes, () => ({ version: -1, score: 0 }))
      said.set(key, before)
      let best: { order: number; score: number } | null = null
      for (const order of feasible(fleet, shape, allowed)) {
        const [known, mix] = [before[order], mixes[order]]
        if (!known || !mix) throw new Error(`There is no node at ${order}.`)
        const version = fleet.versionAt(order)
        if (known.version !== version) Object.assign(known, { version, score: score(fleet.pileAt(order), shape, mix) })
        if (!best || known.score > best.score) best = { order, score: known.score }
      }
      if (!best) return null
      const sort = sortOf(shape)
      if (sort) mixes[best.order]?.add(sort)
      return { id: fleet.idAt(best.order), gpus: tightest(fleet.pileAt(best.order), shape) }
    },
  }
}

export function* feasible(fleet: Fleet, shape: Shape, allowed: Allowed): Generator<number> {
  const open = new Set(fleet.shelves.filter(({ where }) => whyNotThere(where, shape, allowed) === null))
  for (let order = 0; order < fleet.size; order++) {
    const pile = fleet.pileAt(order)
    if (open.has(pile.shelf) && whyNotNow(pile, shape) === null) yield order
  }
}
