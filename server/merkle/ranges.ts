/** Where the nodes of RFC 9162's tree are, without any hash. Sizes and places are numbers: a log that outgrows 2⁵³ records is refused, not rounded. */

/** The leaves from `from` up to, and without, `to`: one node of the tree, complete or on its right edge. */
export type Range = { readonly from: number; readonly to: number }
/** A complete subtree: 2^level leaves, from index · 2^level on. Once it is there it never changes. */
export type Node = { readonly level: number; readonly index: number }

export function checkSize(size: number): void {
  if (!Number.isSafeInteger(size) || size < 0) throw new Error(`${size} is no size of a tree`)
}

/** The largest power of two that is smaller than this. */
export function split(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}

/** The complete subtrees that a node is made of, from left to right: each is smaller than the one before. */
export function nodesOf({ from, to }: Range): Node[] {
  const nodes: Node[] = []
  for (let at = from; at < to;) {
    let [level, width] = [0, 1]
    while (width * 2 <= to - at) [level, width] = [level + 1, width * 2]
    nodes.push({ level, index: at / width })
    at += width
  }
  return nodes
}

/** Whose hashes lead from a leaf to the root, from the leaf upward (RFC 9162, 2.1.3.1). */
export function rangesToRoot(index: number, size: number): Range[] {
  checkSize(size)
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new Error(`a tree of ${size} has no leaf ${index}`)
  const beside: Range[] = []
  let [from, to] = [0, size]
  while (to - from > 1) {
    const middle = from + split(to - from)
    beside.push(index < middle ? { from: middle, to } : { from, to: middle });
    [from, to] = index < middle ? [from, middle] : [middle, to]
  }
  return beside.reverse()
}

/** What holds none of these leaves, in as few ranges as there are, from left to right: who knows these and the leaves knows the root. The leaves ascend, each once. */
export function* rangesBeside(leaves: readonly number[], size: number): Generator<Range> {
  checkSize(size)
  if (leaves.some((leaf, at) => !Number.isSafeInteger(leaf) || leaf <= (leaves[at - 1] ?? -1) || leaf >= size)) throw new Error(`these are no leaves of a tree of ${size}, each once and in order`)
  yield* beside(leaves, { from: 0, to: size }, 0, leaves.length)
}
function* beside(leaves: readonly number[], { from, to }: Range, first: number, end: number): Generator<Range> {
  if (first === end) {
    if (to > from) yield { from, to }
    return
  }
  if (to - from === 1) return
  const middle = from + split(to - from)
  let [low, high] = [first, end]
  while (low < high) {
    const at = Math.floor((low + high) / 2)
    if ((leaves[at] ?? middle) < middle) low = at + 1
    else high = at
  }
  yield* beside(leaves, { from, to: middle }, first, low)
  yield* beside(leaves, { from: middle, to }, low, end)
}

/** Whose hashes show that a tree goes on from an earlier one, of `earlier` leaves (RFC 9162, 2.1.4.1). The empty tree and the tree itself need none. */
export function rangesSince(earlier: number, size: number): Range[] {
  checkSize(size)
  if (!Number.isSafeInteger(earlier) || earlier < 0 || earlier > size) throw new Error(`a tree of ${size} was never one of ${earlier}`)
  if (earlier === 0) return []
  const beside: Range[] = []
  let [from, to] = [0, size]
  while (earlier !== to) {
    const middle = from + split(to - from)
    beside.push(earlier <= middle ? { from: middle, to } : { from, to: middle });
    [from, to] = earlier <= middle ? [from, middle] : [middle, to]
  }
  // What the earlier tree was is known to whoever checks, unless it began inside.
  if (from > 0) beside.push({ from, to })
  return beside.reverse()
}
