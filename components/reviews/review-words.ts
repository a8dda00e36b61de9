import { roleWord } from '~/components/shell/why-not'
import type { Tone } from '~/components/ui/badge'
import { sentence } from '~/components/ui/sentence'
import type { LineState, ReviewState } from '~/server/reviews/decide-review'
import type { Counts, LineShown } from '~/server/reviews/list-reviews'
import { figure } from '~/server/shared/figure'

export const lineWords: Readonly<Record<LineState, { tone: Tone; says: string }>> = {
  open: { tone: 'notice', says: 'Open' },
  kept: { tone: 'ok', says: 'Kept' },
  ended: { tone: 'neutral', says: 'Ended' },
  gone: { tone: 'neutral', says: 'Gone' },
  spared: { tone: 'danger', says: 'Spared' },
}
export const reviewWords: Readonly<Record<ReviewState, { tone: Tone; says: string }>> = { open: { tone: 'info', says: 'Open' }, closed: { tone: 'neutral', says: 'Closed' } }

type Held = Pick<LineShown, 'kind' | 'role' | 'title' | 'group' | 'person'>
export const whoOf = ({ person, group }: Held): string => person?.name || (group === null ? 'Somebody' : `Group ${group}`)
/** What they hold, in words. */
export const whatOf = ({ kind, role, title }: Held): string => (kind === 'token' ? `Token “${title ?? ''}”` : (title ?? sentence(roleWord(role ?? ''))))
const whatIn = (line: Held) => whatOf(line).replace(/^./, (first) => first.toLowerCase())

const factors: Readonly<Record<string, string>> = { passkey: 'Passkey', totp: 'Code' }
/** What whoever holds it comes in with. */
export const factorsOf = (kinds: readonly string[]): string => (kinds.length === 0 ? 'None' : kinds.map((kind) => factors[kind] ?? kind).join(', '))

export const allOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0)
/** How far it has come. Nothing to decide is all of it. */
export function sayProgress(counts: Counts): string {
  const all = allOf(counts)
  return all === 0 ? 'Nothing is held' : `${figure(all - counts.open)} of ${figure(all)} decided`
}
/** What was decided, and what was over before anybody had. */
export const sayOutcome = ({ kept, ended, gone, spared }: Counts): string => `${figure(kept)} kept, ${figure(ended)} ended, ${figure(gone)} gone, ${figure(spared)} spared`
export const percentOf = (counts: Counts): number => (allOf(counts) === 0 ? 100 : Math.floor(((allOf(counts) - counts.open) / allOf(counts)) * 100))

const named = 5
/** What one signature does to so many of them. */
export function signingOf(lines: readonly Held[], word: 'keep' | 'end', place: string): { deed: string; consequence: string } {
  const each = lines.slice(0, named).map((line) => `${whoOf(line)}: ${whatIn(line)}`).join(', ')
  const all = lines.length > named ? `${each} and ${lines.length - named} more` : each
  const [first] = lines
  const what = first && lines.length === 1 ? `what ${whoOf(first)} holds` : `what ${lines.length} hold`
  return word === 'keep' ? { deed: `Keep ${what} ${place}`, consequence: `${all}. It goes on as it is, until the next review.` } : { deed: `End ${what} ${place}`, consequence: `${all}. It ends at once, in every session, and they are told.` }
}
