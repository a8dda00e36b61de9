import type { PolicyName } from './policies/policies'
import type { Figures } from './published'
import { loads, type Outcome } from './replay'

type AtLoad = { load: number; mean: number; sd: number; published: number | null }
export type PolicySummary = {
  policy: PolicyName; at: readonly AtLoad[]; perSecond: number; fragmented: number; bound: number; violations: number
  /** Of one seed, on the average; the most frequent first. */
  failed: readonly { shape: string; times: number }[]
}
export type Summary = { trace: string; policies: readonly PolicySummary[] }

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
/** Of a sample; nothing is known of it from one. */
function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0
  const middle = mean(values)
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1))
}

export function summarise(trace: string, runs: readonly { policy: PolicyName; outcomes: readonly Outcome[] }[], figures: Figures | null): Summary {
  return {
    trace,
    policies: runs.map(({ policy, outcomes }) => {
      const total = (of: (outcome: Outcome) => number) => outcomes.reduce((sum, outcome) => sum + of(outcome), 0)
      const failed = new Map<string, number>()
      for (const outcome of outcomes) for (const [shape, times] of outcome.failed) failed.set(shape, (failed.get(shape) ?? 0) + times / outcomes.length)
      return {
        policy,
        at: loads.flatMap((load) => {
          const seen = outcomes.flatMap(({ unallocated }) => unallocated.get(load) ?? [])
          return seen.length > 0 ? [{ load, mean: mean(seen), sd: deviation(seen), published: figures?.[policy]?.[String(load)]?.mean ?? null }] : []
        }),
        perSecond: total(({ decisions }) => decisions) / total(({ seconds }) => seconds), fragmented: mean(outcomes.map(({ fragmented }) => fragmented)),
        bound: total(({ bound }) => bound), violations: total(({ violations }) => violations),
        failed: [...failed].map(([shape, times]) => ({ shape, times })).sort((a, b) => b.times - a.times || (a.shape < b.shape ? -1 : 1)),
      }
    }),
  }
}

/** The geometric mean, over the traces, of ours by FGD's in the same run; null when they were not both run. */
export function oursByFgd(summaries: readonly Summary[], load: number): number | null {
  const ratios = summaries.map(({ policies }) => {
    const at = (name: PolicyName) => policies.find(({ policy }) => policy === name)?.at.find((each) => each.load === load)?.mean
    const [ours, theirs] = [at('ours'), at('FGD')]
    return ours && theirs ? ours / theirs : Number.NaN
  })
  const product = Math.exp(mean(ratios.map(Math.log)))
  return Number.isNaN(product) ? null : product
}
