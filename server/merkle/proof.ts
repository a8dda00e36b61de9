import { joined } from './frontier'
import { emptyRoot, type Hash, nodeHash } from './hash'
import { checkSize, type Node, nodesOf, type Range, rangesBeside, rangesSince, rangesToRoot, split } from './ranges'

/** Reads the hash of a complete subtree. */
export type ReadNode = (node: Node) => Hash

const hashesOf = (ranges: readonly Range[], read: ReadNode): Hash[] => ranges.map((range) => joined(nodesOf(range).map(read)))
/** The complete subtrees that a proof reads: so that they can be fetched at once. */
export const nodesOfProof = (ranges: readonly Range[]): Node[] => ranges.flatMap(nodesOf)

export const inclusionPath = (index: number, size: number, read: ReadNode): Hash[] => hashesOf(rangesToRoot(index, size), read)
export const consistencyPath = (earlier: number, size: number, read: ReadNode): Hash[] => hashesOf(rangesSince(earlier, size), read)

/** The hashes of these ranges, which `rangesBeside` names. */
export const hashesBeside = hashesOf

/** The root that many leaves lead to, with the hashes of what is beside them; null if there are too few of these, or too many. The leaves ascend, each once. */
export function rootFromMany(leaves: readonly { readonly index: number; readonly leaf: Hash }[], size: number, hashes: readonly Hash[]): Hash | null {
  const places = leaves.map(({ index }) => index)
  if (!Number.isSafeInteger(size) || size < 1 || places.some((place, at) => !Number.isSafeInteger(place) || place <= (places[at - 1] ?? -1) || place >= size)) return null
  // Each range and each leaf is the next, from left to right: two that stand side by side under one node are joined as soon as both are there.
  const parts = [...rangesBeside(places, size)].map((range, at) => ({ ...range, hash: hashes[at] }))
  if (parts.length !== hashes.length) return null
  const all = [...parts, ...leaves.map(({ index, leaf }) => ({ from: index, to: index + 1, hash: leaf }))].sort((one, other) => one.from - other.from)
  let at = 0
  const hashOf = (from: number, to: number): Hash => {
    const part = all[at]
    if (!part?.hash) throw new Error('the ranges and the leaves are not the whole tree')
    if (part.from === from && part.to === to) {
      at++
      return part.hash
    }
    const middle = from + split(to - from)
    const left = hashOf(from, middle)
    return nodeHash(left, hashOf(middle, to))
  }
  return hashOf(0, size)
}

const isOdd = (number: number) => number % 2 === 1
const half = (number: number) => Math.floor(number / 2)

/** The root that a leaf at this place leads to by this path (RFC 9162, 2.1.3.2); null if no path of this length leads from there. */
export function rootFrom({ leaf, index, size, path }: { leaf: Hash; index: number; size: number; path: readonly Hash[] }): Hash | null {
  if (!Number.isSafeInteger(size) || !Number.isSafeInteger(index) || index < 0 || index >= size) return null
  let [at, last, hash] = [index, size - 1, leaf]
  for (const beside of path) {
    if (last === 0) return null
    const isRight = isOdd(at) || at === last
    hash = isRight ? nodeHash(beside, hash) : nodeHash(hash, beside)
    // On the right edge there may be nothing beside it for some levels.
    if (isRight) while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    [at, last] = [half(at), half(last)]
  }
  return last === 0 ? hash : null
}

export const isIncluded = ({ root, ...proof }: { leaf: Hash; index: number; size: number; path: readonly Hash[]; root: Hash }): boolean => rootFrom(proof)?.equals(root) ?? false

type Head = { readonly size: number; readonly root: Hash }
/** Whether the later tree begins with all of the earlier one (RFC 9162, 2.1.4.2). Every tree begins with the empty one. */
export function isConsistent(earlier: Head, later: Head, path: readonly Hash[]): boolean {
  for (const { size } of [earlier, later]) checkSize(size)
  if (earlier.size > later.size) return false
  if (earlier.size === 0) return path.length === 0 && earlier.root.equals(emptyRoot)
  if (earlier.size === later.size) return path.length === 0 && earlier.root.equals(later.root)
  const [first, ...rest] = isPowerOfTwo(earlier.size) ? [earlier.root, ...path] : path
  if (!first) return false
  let [at, last] = [earlier.size - 1, later.size - 1]
  while (isOdd(at)) [at, last] = [half(at), half(last)]
  let [ofEarlier, ofLater] = [first, first]
  for (const beside of rest) {
    if (last === 0) return false
    const isRight = isOdd(at) || at === last;
    [ofEarlier, ofLater] = isRight ? [nodeHash(beside, ofEarlier), nodeHash(beside, ofLater)] : [ofEarlier, nodeHash(ofLater, beside)]
    if (isRight) while (!isOdd(at) && at !== 0) [at, last] = [half(at), half(last)];
    [at, last] = [half(at), half(last)]
  }
  return last === 0 && ofEarlier.equals(earlier.root) && ofLater.equals(later.root)
}

function isPowerOfTwo(size: number): boolean {
  let power = 1
  while (power < size) power *= 2
  return power === size
}
