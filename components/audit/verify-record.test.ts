import { expect, test } from 'vitest'
import { randomBytes } from 'node:crypto'
import { signCheckpoint } from '~/server/audit/checkpoint'
import { noteKey, noteKeyText } from '~/server/keys/note'
import { publicHalf } from '~/server/keys/signing'
import { append, emptyFrontier, rootOf } from '~/server/merkle/frontier'
import { type Hash, leafHash, nodeHash } from '~/server/merkle/hash'
import { inclusionPath } from '~/server/merkle/proof'
import { verifyRecord } from './verify-record'

const secret = randomBytes(32)
const key = noteKey('bailiwick.example/log', publicHalf(secret))
const records = Array.from({ length: 133 }, (_, at) => JSON.stringify({ at, text: 'ä🙂' }))
const leaves = records.map((record) => leafHash(Buffer.from(record)))
const treeOf = (from: number, to: number): Hash => (to - from === 1 ? (leaves[from] ?? Buffer.alloc(0)) : nodeHash(treeOf(from, (from + to) / 2), treeOf((from + to) / 2, to)))
function sealed(index: number, size: number) {
  const checkpoint = signCheckpoint({ log: key.name, size, root: rootOf(append(emptyFrontier, leaves.slice(0, size)).frontier) }, secret)
  const path = inclusionPath(index, size, ({ level, index: at }) => treeOf(at * 2 ** level, (at + 1) * 2 ** level))
  return { record: records[index] ?? '', proof: { index, size, path: path.map((hash) => hash.toString('base64')) }, checkpoint }
}
const text = noteKeyText(key)

test('each record of logs of many sizes is found to be in them, by what the log hands out', async () => {
  for (const size of [1, 2, 3, 5, 7, 8, 64, 100, 133]) for (let index = 0; index < size; index += size > 20 ? 7 : 1) {
    expect(await verifyRecord(sealed(index, size), text)).toMatchObject({ holds: true, index, size })
  }
})
test('nothing else is: another record, place, path, root, signature or key', async () => {
  const good = sealed(41, 100)
  const other = sealed(42, 100)
  const because = async (proof: typeof good, by = text) => {
    const verified = await verifyRecord(proof, by)
    return verified.holds ? 'holds' : verified.because
  }
  expect(await because({ ...good, record: `${good.record} ` })).toBe('not_in_it')
  expect(await because({ ...good, record: other.record })).toBe('not_in_it')
  expect(await because({ ...good, proof: { ...good.proof, index: 40 } })).toBe('not_in_it')
  expect(await because({ ...good, proof: { ...good.proof, path: good.proof.path.slice(1) } })).toBe('not_in_it')
  expect(await because({ ...good, proof: { ...good.proof, path: [...good.proof.path, good.proof.path[0] ?? ''] } })).toBe('not_in_it')
  expect(await because({ ...good, proof: { ...good.proof, path: [...good.proof.path].reverse() } })).toBe('not_in_it')
  expect(await because({ ...good, checkpoint: sealed(41, 99).checkpoint })).toBe('another_size')
  expect(await because({ ...good, checkpoint: good.checkpoint.replace('\n100\n', '\n101\n') })).toBe('not_signed')
  expect(await because(good, noteKeyText(noteKey(key.name, publicHalf(randomBytes(32)))))).toBe('not_signed')
  expect(await because(good, 'nonsense')).toBe('not_signed')
  expect(await verifyRecord({ ...good, proof: null, checkpoint: null }, text)).toEqual({ holds: false, because: 'not_sealed' })
})
