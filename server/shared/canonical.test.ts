import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalBytes, type Json } from './canonical'

test('any JSON has the bytes that a library made for RFC 8785 gives it', () => {
  fc.assert(fc.property(fc.jsonValue({ stringUnit: 'binary', depthSize: 'medium' }), (value) => {
    const json = JSON.parse(JSON.stringify(value)) as Json
    expect(canonicalBytes(json).toString()).toBe(canonicalize(json))
  }), { numRuns: 2_000, seed: 8785 })
})
test('keys stand in the order of their UTF-16 units, as the RFC’s own example has them', () => {
  const keys = { '€': 'Euro Sign', '\r': 'Carriage Return', '\ufb33': 'Hebrew Letter Dalet With Dagesh', '1': 'One', '\u{1f600}': 'Emoji: Grinning Face', '\u0080': 'Control', 'ö': 'Latin Small Letter O With Diaeresis' }
  expect(Object.values(JSON.parse(canonicalBytes(keys).toString().replace('"1":', '"one":')) as object)).toEqual(['Carriage Return', 'One', 'Control', 'Latin Small Letter O With Diaeresis', 'Euro Sign', 'Emoji: Grinning Face', 'Hebrew Letter Dalet With Dagesh'])
})
test.each([['half a character', '\ud800'], ['half a character in a key', { 'a\udc00': 1 }], ['no number', Number.NaN], ['no end', Number.POSITIVE_INFINITY], ['a bigint', 1n]])('%s has no canonical bytes', (_says, value) => {
  expect(() => canonicalBytes(value as Json)).toThrow()
})
test('an escape that somebody wrote is no half of a character', () => expect(canonicalBytes({ a: '\\ud800' }).toString()).toBe('{"a":"\\\\ud800"}'))
