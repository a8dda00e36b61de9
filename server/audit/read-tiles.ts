import type { ReadRows } from '~/server/database/rows'
import type { Frontier } from '~/server/merkle/frontier'
import { type Node, nodesOf } from '~/server/merkle/ranges'
import { readerOf, type Tile, tilesFor } from './tiles'

/** The tiles that these subtrees are made of, at once. */
export async function readTiles({ logTile }: Pick<ReadRows, 'logTile'>, nodes: readonly Node[]): Promise<Tile[]> {
  const places = tilesFor(nodes)
  const tiles = places.length === 0 ? [] : await logTile.findMany({ where: { OR: places } })
  return tiles.map(({ level, position, hashes }) => ({ level, position: Number(position), hashes: Buffer.from(hashes) }))
}

/** The log as it was at this size. */
export async function frontierAt(rows: Pick<ReadRows, 'logTile'>, size: number): Promise<Frontier> {
  const nodes = nodesOf({ from: 0, to: size })
  return { size, hashes: nodes.map(readerOf(await readTiles(rows, nodes))) }
}
