import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { publicHalf } from '~/server/keys/signing'
import { hashToken, looksLikeToken, makeToken, sealSession, sealToken, sessionIsSealed, tokenIsSealed } from './token'

test('ASVS 7.2.3: a token is 256 random bits, and no two are alike', () => {
  const tokens = Array.from({ length: 10_000 }, makeToken)
  expect(new Set(tokens).size).toBe(tokens.length)
  for (const token of tokens) expect([Buffer.from(token, 'base64url').length, looksLikeToken(token)]).toEqual([32, true])
})

const key = randomBytes(32)
const verifyKey = publicHalf(key)
const session = { id: 's', personId: 'p', tokenHash: hashToken('t'), methods: ['password', 'code'], signedInAt: new Date(0), powersSince: new Date(0), elevationId: null }
const token = { id: 't', personId: 'p', tokenHash: hashToken('t'), actions: ['quotas.list'], expiresAt: new Date(0) }
test('what one key sealed, its other half knows', () => {
  expect(sessionIsSealed(verifyKey, { ...session, seal: sealSession(key, session) })).toBe(true)
  expect(tokenIsSealed(verifyKey, { ...token, seal: sealToken(key, token) })).toBe(true)
})
test.each([
  ['id', { id: 'x' }], ['person', { personId: 'x' }], ['token', { tokenHash: hashToken('x') }], ['methods', { methods: ['passkey'] }], ['age', { signedInAt: new Date(1) }], ['powers', { powersSince: new Date(1) }], ['elevation', { elevationId: 'e' }],
])('a session with another %s is not the one that was sealed', (_says, other) => {
  expect(sessionIsSealed(verifyKey, { ...session, ...other, seal: sealSession(key, session) })).toBe(false)
})
test.each([['person', { personId: 'x' }], ['actions', { actions: ['quotas.list', 'quotas.change'] }], ['day', { expiresAt: new Date(1) }]])('a token with another %s is not the one that was sealed', (_says, other) => {
  expect(tokenIsSealed(verifyKey, { ...token, ...other, seal: sealToken(key, token) })).toBe(false)
})
test('another key’s seal, one cut short, and one of nothing are none', () => {
  expect(sessionIsSealed(verifyKey, { ...session, seal: sealSession(randomBytes(32), session) })).toBe(false)
  expect(sessionIsSealed(verifyKey, { ...session, seal: sealSession(key, session).subarray(1) })).toBe(false)
  expect(sessionIsSealed(verifyKey, { ...session, seal: Buffer.alloc(0) })).toBe(false)
})
