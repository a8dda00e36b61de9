import { expect, test } from 'vitest'
import { decideEndSession } from './decide-end-session'

test.each([
  ['an open one', { endedAt: null }, { ok: true }],
  ['one that ended', { endedAt: new Date(0) }, { ok: false, refusal: 'already_ended' }],
  ["nobody's, or another's", null, { ok: false, refusal: 'not_found' }],
])('%s', (_says, session, expected) => {
  expect(decideEndSession(session)).toEqual(expected)
})
