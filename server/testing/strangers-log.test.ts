/** Guarantee: whoever checks a file as a stranger takes nothing from the product, and no key that is not what it says it is. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { canonical, inLog } from './strangers-log'

const sha = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
const [name, records] = ['bailiwick.example.test/log', ['{"a":1}', '{"b":2}']]
const leaves = ['{"a":1}', '{"between":0}', '{"b":2}'].map((text) => sha(Buffer.of(0), Buffer.from(text)))
const leaf = (at: number) => leaves[at] ?? Buffer.alloc(0)
const root = sha(Buffer.of(1), sha(Buffer.of(1), leaf(0), leaf(1)), leaf(2))
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const raw = Buffer.concat([Buffer.of(1), Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')])
const idOf = (bytes: Buffer, of = name) => sha(Buffer.from(`${of}\n`), bytes).subarray(0, 4)
const keyOf = (bytes: Buffer, id = idOf(bytes)) => `${name}+${id.toString('hex')}+${bytes.toString('base64')}`
const body = `${name}\n3\n${root.toString('base64')}\n`
const noteOf = (id: Buffer) => `${body}\n— ${name} ${Buffer.concat([id, sign(null, Buffer.from(body), privateKey)]).toString('base64')}\n`
const given = { checkpoint: noteOf(idOf(raw)), places: [0, 2], hashes: [leaf(1).toString('base64')] }

test('what stands at its place of a log that the key signed is taken', () => { expect(() => inLog(records, given, keyOf(raw))).not.toThrow() })
/** A note that has the very id that the key says, so that nothing but what the key itself is can be noticed. */
test.each<[string, string, Buffer, string]>([
  ['a byte short', keyOf(raw.subarray(0, -1)), idOf(raw.subarray(0, -1)), 'the key is none'],
  ['a byte long', keyOf(Buffer.concat([raw, Buffer.of(0)])), idOf(Buffer.concat([raw, Buffer.of(0)])), 'the key is none'],
  ['of another kind', keyOf(Buffer.concat([Buffer.of(2), raw.subarray(1)])), idOf(Buffer.concat([Buffer.of(2), raw.subarray(1)])), 'the key is none'],
  ['under an id that is not its own', keyOf(raw, Buffer.from('00112233', 'hex')), Buffer.from('00112233', 'hex'), 'the key has another id'],
  ['under the id that it has by another name', keyOf(raw, idOf(raw, 'another.example.test/log')), idOf(raw, 'another.example.test/log'), 'the key has another id'],
  ['that is no line of a key', 'nothing', idOf(raw), 'the key is none'],
])('a key %s is none', (_says, key, id, why) => { expect(() => inLog(records, { ...given, checkpoint: noteOf(id) }, key)).toThrow(why) })
test.each<[string, readonly string[], Partial<typeof given>, string]>([
  ['another record', ['{"a":1}', '{"b":3}'], {}, 'root'], ['a place too few', records, { places: [0] }, 'not a place for each'], ['one place twice', records, { places: [2, 2] }, 'places are none'], ['a place beyond the end', records, { places: [0, 3] }, 'places are none'],
  ['half a place', records, { places: [0, 1.5] }, 'places are none'], ['a hash too many', records, { hashes: [...given.hashes, ...given.hashes] }, 'root'], ['a hash too few', records, { hashes: [] }, 'root'],
  ['a checkpoint with a line more', records, { checkpoint: `${given.checkpoint}more\n` }, 'another log'], ['a checkpoint of another size', records, { checkpoint: given.checkpoint.replace('\n3\n', '\n4\n') }, 'not signed'],
])('%s does not hold', (_says, of, but, why) => { expect(() => inLog(of, { ...given, ...but }, keyOf(raw))).toThrow(why) })
test('canonical text has its names in order, at every depth', () => { expect(canonical({ b: [{ d: null, c: 'é' }], a: { z: 1, y: true } })).toBe('{"a":{"y":true,"z":1},"b":[{"c":"é","d":null}]}') })

test('no stranger takes anything from the product', () => {
  for (const file of ['strangers-log', 'stranger', 'residency-stranger', 'investigation-stranger']) {
    const taken = [...readFileSync(new URL(`${file}.ts`, import.meta.url), 'utf8').matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, from]) => from)
    expect([file, taken]).toEqual([file, file === 'strangers-log' ? ['node:crypto'] : ['./strangers-log']])
  }
})
