/** The tree against the RFC's own definition, which is recursive and reads all leaves each time, written out here as it stands there. */
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { append, emptyFrontier, type Frontier, joined, rootOf } from './frontier'
import { type Hash, leafHash } from './hash'
import { consistencyPath, hashesBeside, inclusionPath, isConsistent, isIncluded, type ReadNode, rootFrom, rootFromMany } from './proof'
import { nodesOf, rangesBeside, rangesSince, rangesToRoot } from './ranges'

const most = 200
const entries = Array.from({ length: most }, (_, at) => Buffer.from(`entry ${at}`))
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 9162, 2.1.1. */
function mth(list: readonly Buffer[]): Hash {
  if (list.length === 0) return sha256()
  const [only] = list
  if (list.length === 1 && only) return sha256(Buffer.of(0), only)
  const k = smaller(list.length)
  return sha256(Buffer.of(1), mth(list.slice(0, k)), mth(list.slice(k)))
}
const smaller = (n: number) => 2 ** Math.ceil(Math.log2(n) - 1)
/** 2.1.3.1 */
function path(m: number, list: readonly Buffer[]): Hash[] {
  if (list.length === 1) return []
  const k = smaller(list.length)
  return m < k ? [...path(m, list.slice(0, k)), mth(list.slice(k))] : [...path(m - k, list.slice(k)), mth(list.slice(0, k))]
}
/** 2.1.4.1 */
function subproof(m: number, list: readonly Buffer[], b: boolean): Hash[] {
  if (m === list.length) return b ? [] : [mth(list)]
  const k = smaller(list.length)
  return m <= k ? [...subproof(m, list.slice(0, k), b), mth(list.slice(k))] : [...subproof(m - k, list.slice(k), false), mth(list.slice(0, k))]
}

const nodes = new Map<string, Hash>()
const frontiers: Frontier[] = [emptyFrontier]
for (const entry of entries) {
  const { frontier, made } = append(frontiers.at(-1) ?? emptyFrontier, [leafHash(entry)])
  frontiers.push(frontier)
  for (const { level, index, hash } of made) {
    expect(nodes.has(`${level} ${index}`)).toBe(false)
    nodes.set(`${level} ${index}`, hash)
  }
}
const read: ReadNode = ({ level, index }) => nodes.get(`${level} ${index}`) ?? expect.fail(`there is no node ${level} ${index}`)
const roots = frontiers.map(rootOf)
const head = (size: number) => ({ size, root: roots[size] ?? expect.fail() })
const leaf = (index: number) => leafHash(entries[index] ?? expect.fail())

test('at every size the root is the definition’s', () => {
  for (let size = 0; size <= most; size++) expect(roots[size]).toEqual(mth(entries.slice(0, size)))
})
test('every leaf of every size has the definition’s path, and it leads to the root', () => {
  for (let size = 1; size <= most; size++) for (let index = 0; index < size; index++) {
    const proof = { leaf: leaf(index), index, size, path: inclusionPath(index, size, read) }
    if (size <= 40 || index % 31 === 0) expect(proof.path).toEqual(path(index, entries.slice(0, size)))
    expect(isIncluded({ ...proof, root: head(size).root })).toBe(true)
  }
})
test('every size goes on from every smaller one by the definition’s proof', () => {
  for (let size = 1; size <= most; size++) for (let earlier = 1; earlier <= size; earlier++) {
    const proof = consistencyPath(earlier, size, read)
    if (size <= 40 || earlier % 31 === 0) expect(proof).toEqual(subproof(earlier, entries.slice(0, size), true))
    expect(isConsistent(head(earlier), head(size), proof)).toBe(true)
  }
  expect(isConsistent(head(0), head(most), [])).toBe(true)
})
test('leaves taken in by the batch make the tree that one by one makes, wherever the batches end', () => {
  for (let first = 0; first <= 40; first++) for (let second = first; second <= 40; second++) {
    const leaves = entries.slice(0, 40).map(leafHash)
    const parts = [leaves.slice(0, first), leaves.slice(first, second), leaves.slice(second)]
    expect(parts.reduce((frontier, part) => append(frontier, part).frontier, emptyFrontier)).toEqual(frontiers[40])
  }
})
test('a batch costs what is in it: the subtrees it completes are fewer than twice its leaves and what was open before', () => {
  for (let size = 0; size + 16 <= most; size++) {
    const { made } = append(frontiers[size] ?? emptyFrontier, entries.slice(size, size + 16).map(leafHash))
    expect(made.length).toBeLessThanOrEqual(32 + (frontiers[size]?.hashes.length ?? 0))
  }
})
test('a path that is longer, shorter, altered in one bit, or of another leaf, place or size, leads elsewhere', () => {
  for (let size = 1; size <= 33; size++) for (let index = 0; index < size; index++) {
    const proof = { leaf: leaf(index), index, size, path: inclusionPath(index, size, read), root: head(size).root }
    const wrong = [
      { ...proof, path: [...proof.path, randomBytes(32)] }, ...(proof.path.length ? [{ ...proof, path: proof.path.slice(1) }, { ...proof, path: proof.path.slice(0, -1) }] : []),
      ...proof.path.map((_, at) => ({ ...proof, path: proof.path.map((hash, other) => (other === at ? flipped(hash) : hash)) })),
      { ...proof, leaf: flipped(proof.leaf) }, { ...proof, root: flipped(proof.root) }, { ...proof, index: size }, { ...proof, index: -1 }, { ...proof, index: index + 0.5 }, { ...proof, size: 0 },
      ...Array.from({ length: size }, (_, other) => ({ ...proof, index: other })).filter((other) => other.index !== index),
      ...Array.from({ length: size - index }, (_, less) => ({ ...proof, size: size - less, root: head(size - less).root })).filter((other) => other.size < size),
    ]
    expect(wrong.filter(isIncluded)).toEqual([])
  }
})
test('a proof of consistency that is longer, shorter or altered in one bit shows nothing; nor does one of a tree with another past', () => {
  for (let size = 1; size <= 33; size++) for (let earlier = 1; earlier <= size; earlier++) {
    const proof = consistencyPath(earlier, size, read)
    const [before, after] = [head(earlier), head(size)]
    const wrong = [[...proof, randomBytes(32)], ...(proof.length ? [proof.slice(1), proof.slice(0, -1)] : []), ...proof.map((_, at) => proof.map((hash, other) => (other === at ? flipped(hash) : hash)))]
    expect(wrong.filter((other) => isConsistent(before, after, other))).toEqual([])
    expect(isConsistent({ ...before, root: flipped(before.root) }, after, proof)).toBe(false)
    expect(isConsistent(before, { ...after, root: flipped(after.root) }, proof)).toBe(false)
    if (earlier < size) expect(isConsistent(after, before, proof)).toBe(false)
  }
})
const flipped = (hash: Hash): Hash => Buffer.from(hash.map((byte, at) => (at === 17 ? byte ^ 4 : byte)))

test('the roots of the first eight leaves of Certificate Transparency’s own test are its roots', () => {
  const leaves = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'].map((hex) => leafHash(Buffer.from(hex, 'hex')))
  expect(leaves.map((_, at) => rootOf(append(emptyFrontier, leaves.slice(0, at + 1)).frontier).toString('hex'))).toEqual([
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ])
  expect(rootOf(emptyFrontier).toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
})
test('many leaves at once lead to the root with what is beside them, and with nothing more, less or other', () => {
  for (let size = 1; size <= 40; size++) for (let tries = 0; tries < 12; tries++) {
    const places = Array.from({ length: size }, (_, at) => at).filter(() => randomBytes(1).readUInt8() < 40 + 18 * tries)
    const leaves = places.map((index) => ({ index, leaf: leaf(index) }))
    const hashes = hashesBeside([...rangesBeside(places, size)], read)
    expect(rootFromMany(leaves, size, hashes)).toEqual(head(size).root)
    expect([rootFromMany(leaves, size, [...hashes, randomBytes(32)]), hashes.length > 0 ? rootFromMany(leaves, size, hashes.slice(1)) : null]).toEqual([null, null])
    const others = [
      ...leaves.map((_, at) => [leaves.with(at, { index: places[at] ?? 0, leaf: randomBytes(32) }), hashes] as const), ...hashes.map((hash, at) => [leaves, hashes.with(at, flipped(hash))] as const),
      ...(leaves.length > 0 ? [[leaves.slice(1), hashes] as const] : []),
    ]
    expect(others.map(([some, beside]) => rootFromMany(some, size, beside)?.equals(head(size).root) ?? false)).not.toContain(true)
    if (places.length > 1) expect(rootFromMany([...leaves].reverse(), size, hashes)).toBeNull()
  }
  expect([rootFromMany([{ index: 0, leaf: leaf(0) }, { index: 0, leaf: leaf(0) }], 2, []), rootFromMany([{ index: 2, leaf: leaf(0) }], 2, []), rootFromMany([], 0, [])]).toEqual([null, null, null])
  expect(() => [...rangesBeside([1, 1], 3)]).toThrow('each once and in order')
})
test('beyond what 32 bits hold, ranges are still exact', () => {
  const size = 2 ** 40 + 2 ** 33 + 5
  expect(nodesOf({ from: 0, to: size })).toEqual([{ level: 40, index: 0 }, { level: 33, index: 128 }, { level: 2, index: (2 ** 40 + 2 ** 33) / 4 }, { level: 0, index: size - 1 }])
  const leafThere = leafHash(Buffer.from('there'))
  const there = rangesToRoot(size - 2, size).map(() => randomBytes(32))
  expect(rootFrom({ leaf: leafThere, index: size - 2, size, path: there })).not.toBeNull()
  expect(rootFrom({ leaf: leafThere, index: size - 2, size, path: there.slice(1) })).toBeNull()
  expect(rangesSince(2 ** 40, size).length).toBeGreaterThan(0)
})
test.each([['below nothing', -1], ['between two', 1.5], ['beyond counting', 2 ** 53], ['no number', Number.NaN]])('a size %s is refused', (_says, size) => {
  expect(() => rangesToRoot(0, size)).toThrow()
  expect(() => rangesSince(0, size)).toThrow()
  expect(() => append({ size, hashes: [] }, [leafHash(Buffer.alloc(0))])).toThrow()
})
test('a frontier that does not fit its size is refused', () => {
  expect(() => append({ size: 3, hashes: [joined([])] }, [leafHash(Buffer.alloc(0))])).toThrow()
  expect(() => append({ size: 4, hashes: [joined([]), joined([])] }, [leafHash(Buffer.alloc(0))])).toThrow()
})
