import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyedHash, open, seal, withAnother } from './seal'

const key = randomBytes(32)
const plain = Buffer.from('ada@aurora.test')

test('what was sealed opens with its key, in its place', () => {
  expect(open(key, 'record|actor.username|1|a', seal(key, 'record|actor.username|1|a', plain))).toEqual(plain)
})
test.each([
  ['another tenant’s', 'record|actor.username|1|b'], ['another row’s', 'record|actor.username|2|a'], ['another column’s', 'record|actor.sourceIP|1|a'],
])('%s place does not open it', (_says, elsewhere) => {
  expect(() => open(key, elsewhere, seal(key, 'record|actor.username|1|a', plain))).toThrow()
})
test('another key does not open it; nor does it open with any one bit changed, or cut short', () => {
  const sealed = seal(key, 'place', plain)
  expect(() => open(randomBytes(32), 'place', sealed)).toThrow()
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const altered = Buffer.from(sealed)
    altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(() => open(key, 'place', altered)).toThrow()
  }
  for (let length = 0; length < sealed.length; length++) expect(() => open(key, 'place', sealed.subarray(0, length))).toThrow()
})
test('equal values are sealed differently every time, and hash alike under one key only', () => {
  const nonces = new Set(Array.from({ length: 10_000 }, () => seal(key, 'place', plain).subarray(0, 12).toString('hex')))
  expect(nonces.size).toBe(10_000)
  expect(keyedHash(key, 'username', 'a')).toEqual(keyedHash(key, 'username', 'a'))
  expect(keyedHash(key, 'username', 'a')).not.toEqual(keyedHash(key, 'sourceIP', 'a'))
  expect(keyedHash(randomBytes(32), 'username', 'a')).not.toEqual(keyedHash(key, 'username', 'a'))
})
test('a key with another part opens what it sealed before and finds it as before; what it seals from then on opens by no part that was there', () => {
  const renewed = withAnother(withAnother(key))
  expect(open(renewed, 'place', seal(key, 'place', plain))).toEqual(plain)
  expect(open(renewed, 'place', seal(renewed.subarray(0, 64), 'place', plain))).toEqual(plain)
  expect(keyedHash(renewed, 'username', 'a')).toEqual(keyedHash(key, 'username', 'a'))
  const sealed = seal(renewed, 'place', plain)
  expect(open(renewed, 'place', sealed)).toEqual(plain)
  expect(() => open(key, 'place', sealed)).toThrow()
  expect(() => open(renewed.subarray(0, 64), 'place', sealed)).toThrow()
  expect(() => open(renewed, 'elsewhere', sealed)).toThrow()
})
test.each([0, 31, 33, 48])('%i bytes are no key', (bytes) => {
  expect(() => seal(randomBytes(bytes), 'place', plain)).toThrow('parts of 32 bytes')
  expect(() => open(randomBytes(bytes), 'place', seal(key, 'place', plain))).toThrow('parts of 32 bytes')
})
