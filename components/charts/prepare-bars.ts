import { type Mark, marksFromZero } from './scale'

/** `value` is for drawing, `says` is exact. */
export type Bar = { name: string; value: number; says: string }
export type BarsShown = { title: string; top: number; amounts: Mark[]; bars: Bar[]; sentence: string }

const mostBars = 8

/**
 * A few things compared by one figure, from zero. They stay in the order they are given in, which is theirs; of too many, the largest are shown, and the rest is
 * one bar. `sum` writes what several are together.
 */
export function prepareBars({ title, unit, bars, sum }: { title: string; unit: string; bars: readonly Bar[]; sum: (value: number) => string }): BarsShown {
  const largestFirst = [...bars].sort((a, b) => b.value - a.value)
  const kept = new Set(bars.length <= mostBars ? bars : largestFirst.slice(0, mostBars - 1))
  const others = bars.filter((bar) => !kept.has(bar))
  const rest = others.reduce((total, { value }) => total + value, 0)
  const shown = [...bars.filter((bar) => kept.has(bar)), ...(others.length > 0 ? [{ name: `${others.length} others`, value: rest, says: sum(rest) }] : [])]
  const total = bars.reduce((sofar, { value }) => sofar + value, 0)
  const { top, marks } = marksFromZero(Math.max(0, ...shown.map(({ value }) => value)), shown.every(({ value }) => Number.isInteger(value)))
  return { title: unit === '' ? title : `${title}, in ${unit}`, top, amounts: marks, bars: shown, sentence: sentenceOf(largestFirst, total, sum) }
}

function sentenceOf(largestFirst: readonly Bar[], total: number, sum: (value: number) => string): string {
  const [first] = largestFirst
  if (first === undefined || total === 0) return 'There is none yet.'
  const most = largestFirst.filter(({ value }) => value === first.value).map(({ name }) => name)
  if (most.length === 1) return `Most: ${first.name}, ${first.says} of ${sum(total)}.`
  return most.length <= 3 ? `Most: ${most.slice(0, -1).join(', ')} and ${most.at(-1)}, ${first.says} each of ${sum(total)}.` : `${most.length} have the most, ${first.says} each of ${sum(total)}.`
}
