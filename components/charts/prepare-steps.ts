import { exact } from '~/components/ui/time'
import { dayOf, type Mark, marksFromZero, marksOfTime } from './scale'

/** A value that held for a while: a limit, a state. `to` is null while it holds. `value` is for drawing, in the unit of the title; `says` is exact, with its unit. */
export type Step = { from: string; to: string | null; value: number; says: string }
export type Series = { name: string; steps: readonly Step[] }

/** A corner of the lines. Of each line its value there, null where it is not known; the value that still holds is drawn apart, because it is not over. */
type Corner = { at: number; values: (number | null)[] }
export type StepsShown = {
  title: string; from: number; to: number; top: number; amounts: Mark[]; times: Mark[]
  /** In the order of their last values, the largest first; a line keeps its colour, which is its place among the given. */
  lines: { name: string; colour: number; last: string }[]
  corners: Corner[]
  /** At each time something changed: when, and what each line says from then on. */
  moments: { at: number; when: string; says: (string | null)[] }[]
  sentence: string
}

const mostLines = 6
const mostCorners = 400

/** Limits and states over time. It decides everything that is drawn and said; what draws it decides nothing. */
export function prepareSteps({ title, unit, series, now }: { title: string; unit: string; series: readonly Series[]; now: string }): StepsShown {
  const end = Date.parse(now)
  const all = series.slice(0, mostLines).map(({ name, steps }) => ({ name, steps: steps.map((step) => ({ ...step, start: Date.parse(step.from), stop: step.to === null ? end : Date.parse(step.to) })).sort((a, b) => a.start - b.start) }))
  const changes = [...new Set(all.flatMap(({ steps }) => steps.flatMap(({ start, stop }) => [start, stop])))].sort((a, b) => a - b)
  // Each change makes two corners, one as it was and one as it became. Of more than can be seen apart, the newest are drawn.
  const drawn = changes.slice(-mostCorners / 2)
  const [from = end, to = end] = [drawn[0], drawn.at(-1)]
  const after = (steps: (typeof all)[number]['steps'], at: number) => steps.findLast(({ start, stop }) => start <= at && at < stop)
  const before = (steps: (typeof all)[number]['steps'], at: number) => steps.findLast(({ start, stop }) => start < at && at <= stop)

  const corners = drawn.flatMap((at): Corner[] => {
    const was = { at, steps: all.map(({ steps }) => before(steps, at)) }
    const becomes = { at, steps: all.map(({ steps }) => after(steps, at)) }
    const corner = ({ steps }: typeof was): Corner => ({ at, values: steps.map((step) => step?.value ?? null) })
    return [...(at === from ? [] : [corner(was)]), ...(at === to ? [] : [corner(becomes)])]
  })
  const visible = all.map(({ name, steps }) => ({ name, steps: steps.filter(({ stop }) => stop > from) }))
  const values = visible.flatMap(({ steps }) => steps.map(({ value }) => value))
  const { top, marks } = marksFromZero(Math.max(0, ...values), values.every(Number.isInteger))
  const held = (steps: readonly Timed[]) => steps.find((step) => step.to === null)
  const lines = visible.map(({ name, steps }, colour) => ({ name, colour, last: held(steps)?.says ?? 'Unknown', value: held(steps)?.value ?? -1 })).sort((a, b) => b.value - a.value || a.colour - b.colour)
  const hidden = changes.length - drawn.length
  const sentences = visible.map(({ name, steps }) => `${visible.length > 1 ? `${name}: ` : ''}${sentenceOf(steps, end, visible.length === 1)}`)
  return {
    title: unit === '' ? title : `${title}, in ${unit}`, from, to, top, amounts: marks, times: marksOfTime(from, to),
    lines: lines.map(({ value: _, ...line }) => line), corners,
    moments: drawn.filter((at) => at < to || drawn.length === 1).map((at) => ({ at, when: exact(new Date(at).toISOString()), says: all.map(({ steps }) => after(steps, at)?.says ?? null) })),
    sentence: `${sentences.join(' ')}${hidden > 0 ? ` The newest ${drawn.length} of ${changes.length} changes are drawn.` : ''}`,
  }
}

type Timed = Step & { start: number; stop: number }
/** What happened last, in words. */
function sentenceOf(steps: readonly Timed[], now: number, isAlone: boolean): string {
  const begin = (words: string) => (isAlone ? words : words.charAt(0).toLowerCase() + words.slice(1))
  const [last, earlier] = [steps.at(-1), steps.at(-2)]
  if (last === undefined) return begin('Nothing is known yet.')
  if (last.to !== null && last.stop < now) return begin(`Unknown since ${dayOf(last.stop, now)}. It was ${last.says}.`)
  if (earlier === undefined) return `${last.says} since ${dayOf(last.start, now)}.`
  if (earlier.stop < last.start) return begin(`Known again since ${dayOf(last.start, now)}: ${last.says}.`)
  const verb = last.value > earlier.value ? 'Raised' : last.value < earlier.value ? 'Lowered' : 'Set again'
  return begin(verb === 'Set again' ? `Set again to ${last.says} on ${dayOf(last.start, now)}.` : `${verb} from ${earlier.says} to ${last.says} on ${dayOf(last.start, now)}.`)
}
