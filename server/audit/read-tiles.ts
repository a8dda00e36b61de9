import type { ReadRows } from '~/server/database/rows'
import type { Node } from '~/server/merkle/ranges'
import { type Tile, tilesFor } from './tiles'

/** The tiles that these subtrees are made of, at once. */
export async function readTiles({ logTile }: Pick<ReadRows, 'logTile'>, nodes: readonly Node[]): Promise<Tile[]> {
  const places = tilesFor(nodes)
  const tiles = places.length === 0 ? [] : await logTile.findMany({ where: { OR: places } })
  return tiles.map(({ level, position, hashes }) => ({ level, position: Number(position), hashes: Buffer.from(hashes) }))
}
