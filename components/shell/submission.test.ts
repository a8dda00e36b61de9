import { expect, test } from 'vitest'
import type { No } from './answer'
import { afterNo, stillTyped, submissionOf } from './submission'

const keys = () => {
  let last = 0
  return () => `key ${++last}`
}

test('a retry of the same wish is the same submission; another wish is not', () => {
  const next = keys()
  const first = submissionOf(null, { limit: '6' }, next)
  expect(submissionOf(first, { limit: '6' }, next)).toBe(first)
  expect(submissionOf(first, { limit: '7' }, next).key).toBe('key 2')
})
test('after an answer, the same wish is a new submission', () => {
  const next = keys()
  const first = submissionOf(null, { limit: '6' }, next)
  expect(submissionOf(null, { limit: '6' }, next).key).not.toBe(first.key)
})
const no = (reason: string): No<string> => ({ reason, says: 'No.', fix: 'Another way.', fields: [] })
const sentBy = (reason: string, answered = false, before = submissionOf(null, { limit: '6' }, keys())) => afterNo(before, { no: no(reason), answered })
test.each(['too_many_requests', 'not_signed_in', 'powers_lapsed', 'not_elevated', 'grounds_changed', 'engine_unavailable', 'unreachable', 'unanswered', 'fault'])('what nobody answered for %s is the same submission when it is sent again', (reason) => {
  expect(sentBy(reason).left?.key).toBe('key 1')
})
test.each([['changed_meanwhile', true], ['not_found', true], ['replayed', false], ['idempotency_key_reused', false]] as const)('what was answered with %s is over', (reason, answered) => {
  expect(sentBy(reason, answered).left).toBeNull()
})
test.each(['unreachable', 'unanswered', 'fault'])('what may have been done when %s was said is not called undone because nobody listens now', (reason) => {
  const { left } = sentBy(reason)
  expect(sentBy('engine_unavailable', false, left ?? undefined).no.says).toMatch(/it is not known whether this was done\.$/)
  expect(sentBy('too_many_requests', false, left ?? undefined)).toMatchObject({ left: { key: 'key 1', doubted: true }, no: { says: 'No.' } })
  expect(sentBy('engine_unavailable').no.says).toBe('No.')
})
test('what was done is not typed any more; what somebody typed on while it was sent is', () => {
  const input = ({ note }: { note: string }) => ({ case: 'c1', note: note.trim() })
  expect(stillTyped({ note: 'A run ' }, input, { case: 'c1', note: 'A run' })).toBeNull()
  expect(stillTyped({ note: 'A run of May' }, input, { case: 'c1', note: 'A run' })).toEqual({ note: 'A run of May' })
  expect(stillTyped(null, input, { case: 'c1', note: '' })).toBeNull()
})
