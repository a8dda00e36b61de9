import type { Tone } from '~/components/ui/badge'
import type { EntryKind } from '~/server/investigations/investigation'
import type { EntryShown } from '~/server/investigations/list-investigations'

export const stateOf = ({ closedAt }: { closedAt: string | null }): { says: string; tone: Tone } => (closedAt === null ? { says: 'Open', tone: 'info' } : { says: 'Closed', tone: 'neutral' })

const words: Readonly<Record<EntryKind, string>> = { opened: 'Opened', pinned: 'Pinned', unpinned: 'Unpinned', noted: 'Noted', handed: 'Handed over', changed: 'Changed', closed: 'Closed', reopened: 'Reopened' }
/** What was done, and to which record. */
export const sayEntry = ({ kind, record }: Pick<EntryShown, 'kind' | 'record'>): string => (record === null ? words[kind] : kind === 'noted' ? `Noted beside ${record}` : `${words[kind]} ${record}`)
/** Where there is a pin and no line of a record to show. */
export const sayGone = (gone: { month: string } | null): string => (gone === null ? 'This record is not to be found now.' : `This record was taken away with the month ${gone.month}.`)
/** A field that nobody filled in. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())
