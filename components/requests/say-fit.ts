import type { Tone } from '~/components/ui/badge'
import type { Sheet } from '~/server/allocations/sheet'

/** Whether it fits, in a word, and for whoever listens in a sentence. */
export function sayFit({ verdict, waits, says }: Pick<Sheet, 'verdict' | 'waits' | 'says'>): { tone: Tone; word: string; says: string } {
  if (verdict === 'refuse') return { tone: 'danger', word: 'Does not fit', says: `It does not fit. ${says ?? ''}`.trim() }
  return waits ? { tone: 'info', word: 'Waits for room', says: 'It would wait for room.' } : { tone: 'ok', word: 'Fits', says: 'It fits.' }
}
