import { expect, test } from 'vitest'
import { decideRemove } from './decide-remove'

test.each([
  ['not theirs, or not there', null, 3, 'not_found'], ['removed before', { removed: true }, 3, 'not_found'], ['the only one', { removed: false }, 0, 'last_factor'], ['one of two', { removed: false }, 1, 'ok'],
])('%s', (_says, factor, others, expected) => {
  expect(decideRemove(factor, others)).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
