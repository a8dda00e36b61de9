import { expect, test } from 'vitest'
import { type JsonRefusal, readStrictJson } from './strict-json'

const limits = { bytesMost: 1000, depthMost: 8 }
const cases: [says: string, text: string | Uint8Array, expected: JsonRefusal | 'read'][] = [
  ['an object', '{"a":1,"b":{"a":2}}', 'read'], ['the same key in two objects', '[{"a":1},{"a":1}]', 'read'], ['a key that is also a text', '{"a":"a","b":"a"}', 'read'], ['signs in a text', '{"a":"{[:,]}\\"\\\\"}', 'read'],
  ['a word alone', 'true', 'read'], ['spaces', ' { "a" : [ 1 , 2 ] } ', 'read'], ['a character of two halves, escaped', '"\\ud83d\\ude00"', 'read'], ['bytes', new TextEncoder().encode('{"é":1}'), 'read'],
  ['a key twice', '{"a":1,"a":1}', 'duplicate_key'], ['false and then true', '{"adminAccess":false,"adminAccess":true}', 'duplicate_key'], ['true and then false', '{"adminAccess":true,"adminAccess":false}', 'duplicate_key'],
  ['twice, escaped', '{"a":1,"\\u0061":1}', 'duplicate_key'], ['twice, deep', '{"a":[{"b":1,"c":{},"b":2}]}', 'duplicate_key'], ['twice, with an object between', '{"a":{"a":1},"a":1}', 'duplicate_key'], ['twice an empty key', '{"":1,"":1}', 'duplicate_key'],
  ['as deep as may be', `${'['.repeat(8)}${']'.repeat(8)}`, 'read'], ['one deeper', `${'['.repeat(9)}${']'.repeat(9)}`, 'too_deep'], ['deep and without an end', '{"a":'.repeat(100), 'too_deep'],
  ['as large as may be', `"${'a'.repeat(998)}"`, 'read'], ['one larger', `"${'a'.repeat(999)}"`, 'too_large'], ['larger in bytes than in characters', `"${'é'.repeat(500)}"`, 'too_large'],
  ['bytes that are no characters', Uint8Array.from([0x22, 0xff, 0x22]), 'not_unicode'], ['an overlong character', Uint8Array.from([0x22, 0xc0, 0xaf, 0x22]), 'not_unicode'], ['half a character', '"\ud800"', 'not_unicode'],
  ['half a character, escaped', '{"a":"\\ud800"}', 'not_unicode'], ['half a character in a key', '{"\\uDC00":1}', 'not_unicode'], ['a mark before all', '\ufeff{}', 'not_unicode'], ['the mark in bytes', Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), 'not_unicode'],
  ...['', '{', '}', '[1,]', '{a:1}', '{"a"}', '{"a":}', '{"a":1}}', '{"a":1]', 'NaN', '{"a":NaN}', '-Infinity', '01', '1.', '.5', '+1', "{'a':1}", '"\\x"', '"\n"', '// a\n1', '1 2', ':', '[1:2]', 'nul', '\u00a0{}', '"\\', '"\\"'.repeat(300)]
    .map((text): [string, string, JsonRefusal] => [`${text.slice(0, 12)} is no JSON`, text, 'not_json']),
]
test.each(cases)('%s', (_says, text, expected) => {
  const read = readStrictJson(text, limits)
  expect(read.ok ? 'read' : read.refusal).toBe(expected)
  if (read.ok) expect(read.value).toEqual(JSON.parse(typeof text === 'string' ? text : new TextDecoder().decode(text)))
})
test('a key that is the prototype’s name is a key and nothing else', () => {
  const read = readStrictJson('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}', limits)
  expect(read.ok && Object.keys(read.value ?? {})).toEqual(['__proto__', 'constructor'])
  expect('polluted' in {}).toBe(false)
})
test('a hundred thousand levels, and a text without an end, are answered', () => {
  const wide = { bytesMost: 10_000_000, depthMost: 64 }
  expect(readStrictJson('['.repeat(100_000), wide)).toEqual({ ok: false, refusal: 'too_deep' })
  expect(readStrictJson(`"${'\\"'.repeat(500_000)}`, wide)).toEqual({ ok: false, refusal: 'not_json' })
})
test('a long text before thousands of colons is read once, and not once for each of them', () => {
  const text = `[{"${'a'.repeat(200_000)}":1}${',{:}'.repeat(50_000)}]`
  const began = performance.now()
  expect(readStrictJson(text, { bytesMost: 1_000_000, depthMost: 12 })).toEqual({ ok: false, refusal: 'not_json' })
  // Read each time it takes twenty seconds.
  expect(performance.now() - began).toBeLessThan(2_000)
})
