import { expect, test } from 'vitest'
import { readNo, refusedBy } from './answer'

const fromDoor = (data: unknown, message = 'said') => ({ data, message })

test('a denial of the door has its sentence and its remedy', () => {
  expect(readNo(fromDoor({ refusal: 'engine_unavailable', fields: [] }))).toMatchObject({ reason: 'engine_unavailable', fix: 'Reading goes on. Try again in a moment.' })
})
test('what is wrong with which field is kept', () => {
  const fields = [{ field: 'name', says: 'is lower-case letters' }]
  expect(readNo(fromDoor({ refusal: 'bad_input', fields }))).toMatchObject({ reason: 'bad_input', fields })
})
test('of what somebody may not do, the permission is kept; of anything else nothing is', () => {
  expect(readNo(fromDoor({ refusal: 'forbidden', fields: [], permission: 'quotas.change' }))).toMatchObject({ reason: 'forbidden', permission: 'quotas.change' })
  expect(readNo(fromDoor({ refusal: 'not_found', fields: [] }))).not.toHaveProperty('permission')
})
test("a fault is told in the door's words, which carry the reference", () => {
  expect(readNo(fromDoor({ refusal: null }, 'Something went wrong. Reference: 7f3a'))).toMatchObject({ reason: 'fault', says: 'Something went wrong. Reference: 7f3a' })
})
test.each([{ refusal: 'toString' }, { refusal: '__proto__' }, { refusal: 7 }, {}])('%o is no denial of ours', (data) => expect(readNo(fromDoor(data)).reason).toBe('fault'))
test('no answer at all is not called a refusal', () => {
  expect(readNo({ message: 'Failed to fetch', cause: new TypeError('Failed to fetch') }).reason).toBe('unreachable')
})
test('a refusal is told in its own sentence where it brought one, and with its usual remedy', () => {
  const refusals = { full: { says: 'It is full.', fix: 'Ask for less.' } }
  expect(refusedBy(refusals, 'full')).toEqual({ reason: 'full', says: 'It is full.', fix: 'Ask for less.', fields: [] })
  expect(refusedBy(refusals, 'full', [{ field: 'says', says: 'Limit 4, requested 9' }, { field: 'pods', says: 'is fewer' }])).toEqual({ reason: 'full', says: 'Limit 4, requested 9', fix: 'Ask for less.', fields: [{ field: 'pods', says: 'is fewer' }] })
})
