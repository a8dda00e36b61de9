import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { append, emptyFrontier, type Frontier, rootOf } from '~/server/merkle/frontier'
import { consistencyPath, inclusionPath, isConsistent, isIncluded, nodesOfProof } from '~/server/merkle/proof'
import { nodesOf, rangesSince, rangesToRoot } from '~/server/merkle/ranges'
import { additions, readerOf, type Tile, tilesFor } from './tiles'

/** Keeps what is added, as the table does. */
function keep(tiles: Map<string, Tile>, added: ReturnType<typeof additions>): void {
  for (const { after, hashes, ...place } of added) {
    const name = `${place.level} ${place.position}`
    const before = tiles.get(name)?.hashes ?? Buffer.alloc(0)
    expect([name, before.length]).toEqual([name, after * 32])
    tiles.set(name, { ...place, hashes: Buffer.concat([before, hashes]) })
  }
}
const leaves = Array.from({ length: 70_000 }, () => randomBytes(32))

test('however the batches end, all proofs of a log of three levels of tiles are read from the tiles that are named, and hold', () => {
  const tiles = new Map<string, Tile>()
  const heads: { size: number; root: Buffer }[] = []
  let frontier: Frontier = emptyFrontier
  for (const to of [1, 2, 255, 256, 257, 511, 513, 4_000, 65_535, 65_536, 65_537, 70_000]) {
    const { frontier: grown, made } = append(frontier, leaves.slice(frontier.size, to))
    keep(tiles, additions(made))
    frontier = grown
    heads.push({ size: to, root: rootOf(frontier) })
  }
  expect([...tiles.values()].every(({ hashes }) => hashes.length <= 8_192)).toBe(true)
  expect(tiles.size).toBe(274 + 2 + 1)
  const read = (nodes: ReturnType<typeof nodesOf>) => readerOf(tilesFor(nodes).map(({ level, position }) => tiles.get(`${level} ${position}`) ?? expect.fail()))
  expect(nodesOf({ from: 0, to: 70_000 }).map(read(nodesOf({ from: 0, to: 70_000 })))).toEqual(frontier.hashes)
  for (const { size, root } of heads) for (const index of [0, 1, 254, 255, 256, 3_999, 65_535, 65_536, 69_999].filter((at) => at < size)) {
    const path = inclusionPath(index, size, read(nodesOfProof(rangesToRoot(index, size))))
    expect(isIncluded({ leaf: leaves[index] ?? expect.fail(), index, size, path, root })).toBe(true)
  }
  for (const [at, earlier] of heads.entries()) for (const later of heads.slice(at)) {
    expect(isConsistent(earlier, later, consistencyPath(earlier.size, later.size, read(nodesOfProof(rangesSince(earlier.size, later.size)))))).toBe(true)
  }
})
test('a tile that is not there, or too short, is a fault', () => {
  const { made } = append(emptyFrontier, leaves.slice(0, 8))
  const [tile] = additions(made)
  if (!tile) throw new Error('there is one')
  expect(() => readerOf([])({ level: 0, index: 0 })).toThrow('no subtree')
  expect(() => readerOf([tile])({ level: 0, index: 8 })).toThrow('no subtree')
  expect(() => readerOf([tile])({ level: 4, index: 0 })).toThrow('no subtree')
})
