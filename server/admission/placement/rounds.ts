/** A batch is one transaction; and another for those who would have been placed where somebody else was quicker, with what the fleet says then. */
import { setTimeout } from 'node:timers/promises'
import { known } from '../known'
import type { Placing } from './places-seen'
import { type Plan, seekNodes } from './seek'

/** A wish with the nodes that were found for it. At the last time of asking it is told what is. */
export type Planned<I> = { readonly item: I; readonly plan: Plan | null; readonly isLast: boolean }
export const isPlayed = (items: readonly { readonly at?: string | undefined }[]): boolean => items.some(({ at }) => at !== undefined)
/** So often others may be quicker before somebody is told so, and so long before each time: what others only hold, as each heartbeat does, is free in a moment, and waiting for it under the locks could be for ever. */
const pausesMs = [0, 0, 50, 300]
const triesMost = pausesMs.length

export async function inRounds<I extends Placing & { readonly at?: string | undefined }, S>(items: readonly I[], carryOut: (planned: readonly Planned<I>[]) => Promise<readonly (S | 'again')[]>): Promise<S[]> {
  const settled = new Map<number, S>()
  const tries = new Map<number, number>()
  for (let again = false; settled.size < items.length; again = true) {
    const left = items.flatMap((item, at) => (settled.has(at) ? [] : [{ item, at }]))
    const pauseMs = Math.max(...left.map(({ at }) => pausesMs[tries.get(at) ?? 0] ?? 0))
    if (pauseMs > 0) await setTimeout(pauseMs)
    known.mirror.heedSilence(!isPlayed(items))
    const plans = await seekNodes(known.mirror, left.map(({ item }) => known.places.wantOf(item)), again)
    const now = left.flatMap(({ item, at }, n) => {
      const plan = plans[n] ?? null
      if (plan === 'later') return []
      const tried = (tries.get(at) ?? 0) + 1
      tries.set(at, tried)
      return [{ item, at, plan, isLast: tried === triesMost }]
    })
    const answers = await carryOut(now)
    for (const [n, { at }] of now.entries()) {
      const answer = answers[n]
      if (answer !== undefined && answer !== 'again') settled.set(at, answer)
    }
  }
  return items.flatMap((_, at) => settled.get(at) ?? [])
}
