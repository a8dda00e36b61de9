import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { keyedHash, open, seal } from './seal'

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
