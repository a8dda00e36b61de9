import type { Tone } from '~/components/ui/badge'
import type { ErasureStanding } from '~/server/erasures/decide-erasure'

export const standingWords: Readonly<Record<ErasureStanding, { tone: Tone; says: string }>> = {
  asked: { tone: 'notice', says: 'Waits for a second person' }, waits: { tone: 'notice', says: 'Signed, not due yet' }, due: { tone: 'notice', says: 'Due' }, taken_back: { tone: 'neutral', says: 'Taken back' },
  erased: { tone: 'danger', says: 'Erased' },
}
/** What follows, in the words that stand before the form and on what is signed. */
export const consequences = [
  'The tenant’s key is destroyed. Names, addresses and browsers in its record can never be read again, and neither can where its webhooks and feeds went, which end.',
  'Whoever works here and nowhere else is erased: name, e-mail address, sign-ins and sessions. They cannot come in any more.',
  'Invitations, messages and notices of the tenant lose what they said of people.',
  'The tenant is frozen for good. Its record, its figures and signed approvals stay, under opaque ids.',
] as const
export const nameOf = (names: Readonly<Record<string, string>>, person: string | null): string => (person === null ? '' : (names[person] ?? 'Somebody who is no longer here'))
