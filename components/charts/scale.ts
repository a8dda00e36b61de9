import { figure } from '~/server/shared/figure'
/** Where a scale begins, ends and is marked. Amounts begin at zero: a line that begins elsewhere makes little look like much. */
const mostMarks = 5

export type Mark = { at: number; says: string }

/** From zero to the first round figure that has room for the largest value, in steps of 1, 2 or 5. */
export function marksFromZero(largest: number, isWhole: boolean): { top: number; marks: Mark[] } {
  const rough = Math.max(largest, isWhole ? 1 : Number.MIN_VALUE) / (mostMarks - 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = [1, 2, 5, 10].map((step) => step * power).find((step) => step >= rough) ?? 10 * power
  const step = isWhole ? Math.max(1, round) : round
  const many = Math.max(1, Math.ceil(largest / step))
  const marks = Array.from({ length: many + 1 }, (_, at) => Number((at * step).toPrecision(12)))
  return { top: marks.at(-1) ?? step, marks: marks.map((at) => ({ at, says: figure(at) })) }
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const spans = [minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour, 12 * hour, day, 2 * day, 7 * day, 14 * day]
const monthSpans = [1, 2, 3, 6, 12, 24, 60, 120]
const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
const part = (figure: number) => String(figure).padStart(2, '0')

/** The day in words, in UTC as every time here; its year where it is not this one. */
export function dayOf(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)]
  return `${then.getUTCDate()} ${months[then.getUTCMonth()]}${then.getUTCFullYear() === today.getUTCFullYear() ? '' : ` ${then.getUTCFullYear()}`}`
}
const short = (at: number) => `${new Date(at).getUTCDate()} ${months[new Date(at).getUTCMonth()]?.slice(0, 3)}`
const clock = (at: number) => `${part(new Date(at).getUTCHours())}:${part(new Date(at).getUTCMinutes())}`

/** Round times between two, five at most: hours of the day, of which the first says in which zone they are, days, or firsts of months. */
export function marksOfTime(from: number, to: number): Mark[] {
  const span = spans.find((length) => (to - from) / length <= mostMarks)
  if (span !== undefined) {
    const first = Math.ceil(from / span) * span
    const marks = Array.from({ length: Math.max(0, Math.floor((to - first) / span) + 1) }, (_, at) => first + at * span)
    const hours = span < day ? marks.filter((at) => at % day !== 0) : []
    return marks.map((at) => ({ at, says: at === hours[0] ? `${clock(at)} UTC` : hours.includes(at) ? clock(at) : short(at) }))
  }
  const start = new Date(from)
  const first = start.getUTCFullYear() * 12 + start.getUTCMonth()
  const firsts = (many: number) => {
    const found: number[] = []
    for (let month = Math.ceil(first / many) * many; monthStart(month) <= to; month += many) if (monthStart(month) >= from) found.push(monthStart(month))
    return found
  }
  const found = monthSpans.map(firsts).find((marks) => marks.length <= mostMarks) ?? []
  return found.map((at) => ({ at, says: `${months[new Date(at).getUTCMonth()]?.slice(0, 3)} ${new Date(at).getUTCFullYear()}` }))
}
const monthStart = (month: number) => Date.UTC(Math.floor(month / 12), month % 12)
