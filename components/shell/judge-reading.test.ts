import { expect, test } from 'vitest'
import { type Around, attendedMs, judgeReading, mayReadAgain } from './judge-reading'
import type { Live } from './live-state'

const open: Live = { link: 'open', place: 'aurora', told: '12', isOnline: true }
const read = (head: string) => ({ heads: { aurora: head } })
test.each([
  ['as far as the stream says', read('12'), open, 'current'],
  ['not as far', read('11'), open, 'stale'],
  ['by number, not by letters', read('9'), open, 'stale'],
  ['further, because it was read since', read('13'), open, 'current'],
  ['past what a double can count', read('9007199254740993'), { ...open, told: '9007199254740994' }, 'stale'],
  ['the stream has said nothing', read('12'), { ...open, told: null }, 'unknown'],
  ['the stream is lost: what is may be otherwise', read('12'), { ...open, link: 'lost' as const }, 'unknown'],
  ['the stream is lost, and had said more', read('11'), { ...open, link: 'lost' as const }, 'stale'],
  ['the page read nothing of the place', { heads: { borealis: '1' } }, open, 'unknown'],
  ['no page says anything of itself', null, open, 'unknown'],
  ['with oneself there is no place', read('12'), { ...open, place: null }, 'unknown'],
])('%s', (_says, reading, live, expected) => { expect(judgeReading(reading, live)).toBe(expected) })

const quiet: Around = { isTyping: false, hasDialog: false, hasDraft: false, idleMs: 0, isHidden: false }
const usual = { recorded: false }
test.each([
  ['nobody does anything', usual, open, quiet, true],
  ['somebody types', usual, open, { ...quiet, isTyping: true }, false],
  ['a dialog is open', usual, open, { ...quiet, hasDialog: true }, false],
  ['a form holds what was not sent', usual, open, { ...quiet, hasDraft: true }, false],
  ['nobody looks', usual, open, { ...quiet, isHidden: true }, false],
  ['nobody has been there for long', usual, open, { ...quiet, idleMs: attendedMs }, false],
  ['to read it is recorded', { recorded: true }, open, quiet, false],
  ['the server does not answer', usual, { ...open, link: 'lost' as const }, quiet, false],
  ['the browser is offline', usual, { ...open, isOnline: false }, quiet, false],
])('%s', (_says, reading, live, around, expected) => { expect(mayReadAgain(reading, live, around)).toBe(expected) })
