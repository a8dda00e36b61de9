import { emptyRoot, type Hash, nodeHash } from './hash'
import { checkSize, type Node, nodesOf } from './ranges'

/** All that is needed of a tree to go on with it: its size and the roots of its complete subtrees, from left to right. At most 53 hashes, however many leaves. */
export type Frontier = { readonly size: number; readonly hashes: readonly Hash[] }
export type Made = Node & { readonly hash: Hash }

export const emptyFrontier: Frontier = { size: 0, hashes: [] }

/** Takes in leaves by their hashes; says which subtrees became complete by it, the leaves themselves included. */
export function append({ size, hashes }: Frontier, leaves: readonly Hash[]): { frontier: Frontier; made: Made[] } {
  checkSize(size + leaves.length)
  const open = [...hashes]
  const made: Made[] = []
  leaves.forEach((leaf, at) => {
    let [level, index, hash] = [0, size + at, leaf]
    made.push({ level, index, hash })
    // Two subtrees alike become one: as often as the size before has ones at its end.
    for (; index % 2 === 1; level++) {
      const left = open.pop()
      if (!left) throw new Error(`the frontier does not fit a tree of ${size}`);
      [index, hash] = [(index - 1) / 2, nodeHash(left, hash)]
      made.push({ level: level + 1, index, hash })
    }
    open.push(hash)
  })
  const frontier = { size: size + leaves.length, hashes: open }
  if (nodesOf({ from: 0, to: frontier.size }).length !== open.length) throw new Error(`the frontier does not fit a tree of ${size}`)
  return { frontier, made }
}

/** The hash of the node that these complete subtrees make, from left to right. */
export const joined = (hashes: readonly Hash[]): Hash => (hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => nodeHash(left, right)))
export const rootOf = ({ hashes }: Frontier): Hash => joined(hashes)
