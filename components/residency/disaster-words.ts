import type { Tone } from '~/components/ui/badge'
import type { TwoWordsStanding } from '~/server/residency/decide-disaster'

export const standingWords: Readonly<Record<TwoWordsStanding, { says: string; tone: Tone }>> = {
  asked: { says: 'Waits for somebody else’s signature', tone: 'notice' }, stands: { says: 'Stands', tone: 'danger' }, over: { says: 'Over', tone: 'neutral' },
}
/** What becomes of work that went elsewhere, said before anybody signs. */
export const endsWith = 'When it is over nothing new goes there, and what is still there is a violation until it has moved.'
