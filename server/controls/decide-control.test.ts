import { expect, test } from 'vitest'
import { controlIds, promiseOf, regimes } from './catalogue'
import { type ControlState, decideProof, decideState, done, type Seen, staleMs } from './decide-control'

const cases: [says: string, seen: Seen | null, state: ControlState][] = [
  ['refused, and what is allowed was done', { forbidden: 'no', allowed: done }, 'proven'],
  ['refused by another of those that may', { forbidden: 'nor_so', allowed: done }, 'proven'],
  ['done', { forbidden: done, allowed: done }, 'violated'],
  ['done, and what is allowed was not', { forbidden: done, allowed: 'no' }, 'violated'],
  ['both refused', { forbidden: 'no', allowed: 'no' }, 'unknown'],
  ['refused by something else', { forbidden: 'not_this', allowed: done }, 'unknown'],
  ['never tried', null, 'unknown'],
]
test.each(cases)('%s', (_says, seen, state) => { expect(decideProof(['no', 'nor_so'], seen)).toBe(state) })

test('what was tried too long ago says nothing of now, to the millisecond', () => {
  const checkedAt = new Date('2026-03-01T12:00:00Z')
  const after = (ms: number) => decideState({ state: 'proven', checkedAt }, new Date(checkedAt.getTime() + ms))
  expect([after(0), after(staleMs), after(staleMs + 1), decideState(null, checkedAt)]).toEqual(['proven', 'proven', 'unknown', 'unknown'])
  // A clock ran ahead when it was tried, and has been set right.
  expect([after(-staleMs), after(-staleMs - 1)]).toEqual(['proven', 'unknown'])
})
test('every promise says what is tried, what must say no, and where it is asked for', () => {
  for (const control of controlIds) {
    const { refusedAs, asked, says, forbidden, allowed } = promiseOf(control)
    expect([control, refusedAs.length > 0, refusedAs.includes(done), Object.keys(asked).length > 0, Object.keys(asked).every((regime) => (regimes as readonly string[]).includes(regime)), /\.$/.test(says), forbidden !== allowed]).toEqual([control, true, false, true, true, true, true])
  }
})
