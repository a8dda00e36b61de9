/**
 * How the log's tree is kept: of each eighth level the hashes, 256 to a tile. Appending writes to one tile of each level, a full tile never changes, and a proof
 * reads as many tiles as there are levels.
 */
import { append, emptyFrontier, type Made, rootOf } from '~/server/merkle/frontier'
import type { Hash } from '~/server/merkle/hash'
import type { ReadNode } from '~/server/merkle/proof'
import type { Node } from '~/server/merkle/ranges'

const levelsOfTile = 8
const hashesOfTile = 256
const hashBytes = 32

type TilePlace = { readonly level: number; readonly position: number }
export type Tile = TilePlace & { readonly hashes: Buffer }

/** Where the hashes stand that a subtree is made of. */
function placeOf({ level, index }: Node): TilePlace & { from: number; count: number } {
  const count = 2 ** (level % levelsOfTile)
  const first = index * count
  return { level: Math.floor(level / levelsOfTile), position: Math.floor(first / hashesOfTile), from: first % hashesOfTile, count }
}
const nameOf = ({ level, position }: TilePlace) => `${level} ${position}`

/** The tiles that these subtrees are read from, each once. */
export function tilesFor(nodes: readonly Node[]): TilePlace[] {
  const places = nodes.map(placeOf).map(({ level, position }) => ({ level, position }))
  return [...new Map(places.map((place) => [nameOf(place), place])).values()]
}

/** Reads subtrees from tiles. One that is not there is a fault: the log does not hold together. */
export function readerOf(tiles: readonly Tile[]): ReadNode {
  const known = new Map(tiles.map((tile) => [nameOf(tile), tile.hashes]))
  return (node) => {
    const { from, count, ...place } = placeOf(node)
    const hashes = known.get(nameOf(place))?.subarray(from * hashBytes, (from + count) * hashBytes)
    if (hashes?.length !== count * hashBytes) throw new Error(`the log has no subtree ${node.level} ${node.index}`)
    return rootOf(append(emptyFrontier, hashesIn(hashes)).frontier)
  }
}
export const hashesIn = (hashes: Buffer): Hash[] => Array.from({ length: hashes.length / hashBytes }, (_, at) => hashes.subarray(at * hashBytes, (at + 1) * hashBytes))

/** What is to be written when subtrees became complete: to which tile, after how many hashes that it has. */
export function additions(made: readonly Made[]): (Tile & { readonly after: number })[] {
  const parts = new Map<string, { level: number; position: number; after: number; hashes: Hash[] }>()
  for (const { level, index, hash } of made) {
    if (level % levelsOfTile !== 0) continue
    const { from, count: _, ...place } = placeOf({ level, index })
    const part = parts.get(nameOf(place)) ?? { ...place, after: from, hashes: [] }
    part.hashes.push(hash)
    parts.set(nameOf(place), part)
  }
  return [...parts.values()].map(({ hashes, ...of }) => ({ ...of, hashes: Buffer.concat(hashes) }))
}
