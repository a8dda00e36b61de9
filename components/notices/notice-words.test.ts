import { expect, test } from 'vitest'
import { noticeKinds } from '~/server/identity/notice'
import { noticeWords } from './notice-words'

test.each(noticeKinds)('%s says what happened, where from if that is known, and what to do', (kind) => {
  for (const body of [{}, { label: 'Blue key', kind: 'passkey', source: '192.0.2.7', who: 'Lin', state: 'approved', days: '7' }, { label: null, kind: null, source: null, who: null, state: null, days: null }]) {
    const { says, fix } = noticeWords[kind](body)
    expect([says, fix]).toEqual([expect.stringMatching(/^[A-Z][^{}]*\.$/), expect.stringMatching(/^[A-Z][^{}]*\.$/)])
    expect(`${says} ${fix}`).not.toMatch(/null|undefined/)
  }
})
test('a factor is called by its kind and its name', () => {
  expect(noticeWords.factor_added({ kind: 'passkey', label: 'Blue key', source: '192.0.2.7' }).says).toBe('A passkey “Blue key” was added to your second factors, from 192.0.2.7.')
  expect(noticeWords.factor_removed({ kind: 'totp', label: null }).says).toBe('The code generator was removed from your second factors.')
})
test('what waits is called by its name and by who asks', () => {
  expect(noticeWords.request_waits({ label: '16 GPUs for training', who: 'Lin' }).says).toBe('The request “16 GPUs for training” by Lin waits for your decision.')
  expect(noticeWords.request_question({ label: '16 GPUs', who: null }).says).toBe('Somebody asks something about the request “16 GPUs”.')
  expect(noticeWords.lease_ends({ label: 'sweep', days: '1' }).says).toBe('The allocation “sweep” ends in 1 day.')
})
test('what waited in vain is not said to have ended', () => {
  expect(noticeWords.allocation_expired({ label: 'late', state: 'no_room' }).says).toBe('The allocation “late” did not begin: there was no room for it in its time.')
  expect(noticeWords.allocation_expired({ label: 'late' }).says).toBe('The allocation “late” has ended: its time was over.')
})
test('whoever lost their place reads why, and whether it begins again by itself', () => {
  const said = (kind: string, state: string) => Object.values(noticeWords.allocation_preempted({ label: 'sweep', kind, state })).join(' ')
  expect(said('urgent', 'over')).toBe('The allocation sweep lost its place: something more urgent needs it. It is over: if it is still needed, ask for it again.')
  expect(said('lent', 'waits')).toBe('The allocation sweep lost its place: what it had was lent, and others need it. It waits, and begins again by itself when it has a place.')
})
test.each([['admitted', 'has its place now'], ['held', 'needs somebody’s yes by now'], ['refused', 'was refused when its turn came'], ['otherwise', 'waits no more']])('what waited for room and is %s: %s', (state, says) => {
  expect(noticeWords.wait_over({ label: 'sweep', state }).says).toBe(`The allocation “sweep” waited for room, and ${says}.`)
})
