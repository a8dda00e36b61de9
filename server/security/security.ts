import { bucketsOf, type Range } from '~/server/use/use'

/** What the security of the platform is watched by, and the signal that says that it was too much. */
export const figures = {
  sign_in: 'sign_in.source_blocked', denied: 'authorization.many_denials', over_quota: 'allocations.over_quota', asked: 'allocations.unusual_rate', preempted: 'allocations.many_preemptions', node: 'node.impossible_report',
} as const
export type FigureName = keyof typeof figures
const figureNames = Object.keys(figures) as readonly FigureName[]

/** Of an hour or a day how often; null where nobody counted. */
export type FigureRead = { readonly name: FigureName; readonly times: readonly (number | null)[]; /** How often a signal was raised of it in all of this time. */ readonly signals: number }
export type FiguresRead = { readonly span: 'hour' | 'day'; readonly buckets: readonly { readonly from: string; readonly to: string }[]; readonly figures: readonly FigureRead[] }
export type Counted = { readonly what: string; readonly since: Date | null; readonly times: number }

/** What stands in the counts is laid out by the hour or the day. What was before anything was counted is not known; after that, what is not there did not happen. */
export function figuresOf(range: Range, counted: readonly Counted[], now: Date): FiguresRead {
  const { span, buckets } = bucketsOf(range, now)
  const known = counted.find(({ what }) => what === 'known')?.since ?? null
  const at = new Map(counted.map(({ what, since, times }) => [`${what} ${since?.toISOString() ?? ''}`, times]))
  const isKnown = (from: string) => known !== null && from >= known.toISOString()
  const total = (signal: string) => counted.filter(({ what }) => what === signal).reduce((sum, { times }) => sum + times, 0)
  return {
    span, buckets,
    figures: figureNames.map((name) => {
      const signal = figures[name]
      // How often a node said what cannot be is counted by its signals themselves.
      const source = name === 'node' ? figures.node : name
      return { name, times: buckets.map(({ from }) => (isKnown(from) ? (at.get(`${source} ${from}`) ?? 0) : null)), signals: total(signal) }
    }),
  }
}
