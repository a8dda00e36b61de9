import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'
import { type Mark, marksFromZero, marksOfTime } from './scale'

/** What happened in one span of time: how many of each series, one upon the other, in shares of the whole height. */
type Stack = { from: number; until: number; when: string; total: number; counts: number[]; parts: { series: number; from: number; to: number }[] }
export type StacksShown = { title: string; sentence: string; series: readonly string[]; sums: number[]; stacks: Stack[]; amounts: Mark[]; times: (Mark & { share: number })[]; top: number }
type Asked = { title: string; noun: string; since: number; until: number; barMs: number; series: readonly string[]; bars: readonly { at: number; counts: Readonly<Record<string, number>> }[] }

const moment = (at: number) => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

/** How many of what (`noun`, one of them), over time, in spans of one length: a span in which there was nothing is there with nothing. */
export function prepareStacks({ title, noun, since, until, barMs, series, bars }: Asked): StacksShown {
  const spans = Math.max(1, Math.ceil((until - since) / barMs))
  const known = new Map(bars.map(({ at, counts }) => [Math.floor((at - since) / barMs), counts]))
  const rows = Array.from({ length: spans }, (_, at) => series.map((name) => known.get(at)?.[name] ?? 0))
  const totals = rows.map((counts) => counts.reduce((sum, count) => sum + count, 0))
  const { top, marks } = marksFromZero(Math.max(...totals), true)
  const stacks = rows.map((counts, at): Stack => {
    const [from, to] = [since + at * barMs, since + (at + 1) * barMs]
    let height = 0
    const parts = counts.flatMap((count, of) => {
      if (count === 0) return []
      const part = { series: of, from: height / top, to: (height + count) / top }
      height += count
      return [part]
    })
    return { from, until: to, when: `${moment(from)} to ${moment(to)} UTC`, total: totals[at] ?? 0, counts, parts }
  })
  const sums = series.map((_, of) => rows.reduce((sum, counts) => sum + (counts[of] ?? 0), 0))
  const whole = sums.reduce((sum, one) => sum + one, 0)
  const most = stacks.reduce((best, stack) => (stack.total > best.total ? stack : best), stacks[0] ?? { total: 0, when: '' })
  return {
    title, series, sums, stacks, amounts: marks, top, times: marksOfTime(since, since + spans * barMs).map((mark) => ({ ...mark, share: (mark.at - since) / (spans * barMs) })),
    sentence: whole === 0 ? `No ${noun}s in this time.` : `${many(whole, noun)}: ${series.flatMap((name, of) => (sums[of] ? [`${figure(sums[of] ?? 0)} ${name}`] : [])).join(', ')}. Most: ${figure(most.total)}, ${most.when}.`,
  }
}
