import type { Tone } from '~/components/ui/badge'
import type { MonthWaits } from '~/server/audit/months/decide-month'
import type { MonthShown } from '~/server/retention/list-months'
import { figure } from '~/server/shared/figure'

const waits: Readonly<Record<MonthWaits, string>> = {
  held: 'Held', not_sealed: 'Waits to be sealed', not_compared: 'Waits to be compared and found whole', no_directory: 'Waits for a directory to go to', not_witnessed: 'Waits for its witnesses',
  differs: 'Another file of it, with more or something else in it, stands in its directory',
  not_written: 'Its directory cannot be written to', not_whole: 'What was written could not be read back whole', changed: 'Something came into it while it was written out',
}
const states: Readonly<Record<MonthShown['state'], { tone: Tone; says: string }>> = {
  ahead: { tone: 'neutral', says: 'Made ahead' }, kept: { tone: 'ok', says: 'Kept' }, waits: { tone: 'notice', says: 'Past retention' }, goes: { tone: 'info', says: 'Is being taken away' }, taken: { tone: 'neutral', says: 'Taken away' },
}
export const stateWords = ({ state, waits: word }: Pick<MonthShown, 'state' | 'waits'>): { tone: Tone; says: string } => (state === 'waits' && word !== null ? { tone: 'notice', says: waits[word] } : states[state])

const named = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** As 2026-01, and as one says it. */
export const monthName = (month: string): string => named.format(new Date(`${month}-01T00:00:00Z`))

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'] as const
export function sayBytes(bytes: string): string {
  let [size, unit] = [Number(bytes), 0]
  while (size >= 1_024 && unit < units.length - 1) [size, unit] = [size / 1_024, unit + 1]
  return `${figure(size, 1)} ${units[unit]}`
}

/** How far it is sealed and compared; nothing of a month that has not begun, because there is nothing to seal. */
export function sealWords({ state, sealed, compared }: Pick<MonthShown, 'state' | 'sealed' | 'compared'>): string {
  if (state === 'ahead') return ''
  if (!sealed) return 'As it grows'
  return compared ? 'Sealed and compared' : 'Sealed'
}
