import { expect, test } from 'vitest'
import { stillTyped, submissionOf } from './submission'

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
test('what was done is not typed any more; what somebody typed on while it was sent is', () => {
  const input = ({ note }: { note: string }) => ({ case: 'c1', note: note.trim() })
  expect(stillTyped({ note: 'A run ' }, input, { case: 'c1', note: 'A run' })).toBeNull()
  expect(stillTyped({ note: 'A run of May' }, input, { case: 'c1', note: 'A run' })).toEqual({ note: 'A run of May' })
  expect(stillTyped(null, input, { case: 'c1', note: '' })).toBeNull()
})
