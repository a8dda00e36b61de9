import type { MapPool } from '~/server/fleet/fleet-map'

/** The nodes of a pool as cells in rows: each looks by what it is, and not by its colour alone. One path a look, however many nodes there are. */
export type Look = 'open' | 'cordoned' | 'silent' | 'use'
type Cells = { width: number; height: number; paths: Record<Look, string> }

export const [cellPx, gapPx] = [16, 4]
const pitch = cellPx + gapPx
export const columnsIn = (width: number): number => Math.max(1, Math.floor((width + gapPx) / pitch))

/** Where a node stands, and which stands under a point; null between them. */
export const placeOf = (at: number, columns: number) => ({ x: (at % columns) * pitch, y: Math.floor(at / columns) * pitch })
export function nodeAt(x: number, y: number, columns: number, many: number): number | null {
  const [column, row] = [Math.floor(x / pitch), Math.floor(y / pitch)]
  const at = row * columns + column
  return x < 0 || y < 0 || column >= columns || at >= many || x - column * pitch > cellPx || y - row * pitch > cellPx ? null : at
}

const box = (x: number, y: number, width: number, height: number) => `M${x} ${y}h${width}v${height}h${-width}z`
/** Filled from below by what is in use; a cordoned one is crossed, and one that was not heard of is an empty box with a dash. */
export function prepareCells(nodes: MapPool['nodes'], columns: number): Cells {
  const paths: Record<Look, string> = { open: '', cordoned: '', silent: '', use: '' }
  for (const [at, { use, cordoned, silent }] of nodes.entries()) {
    const { x, y } = placeOf(at, columns)
    paths.open += box(x + 0.5, y + 0.5, cellPx - 1, cellPx - 1)
    const high = use === 0 ? 0 : Math.max(2, Math.round((use * (cellPx - 4)) / 1000))
    if (silent) paths.silent += `M${x + 4} ${y + cellPx / 2}h${cellPx - 8}`
    else if (high > 0) paths.use += box(x + 2, y + cellPx - 2 - high, cellPx - 4, high)
    if (cordoned) paths.cordoned += `M${x + 1} ${y + 1}l${cellPx - 2} ${cellPx - 2}M${x + cellPx - 1} ${y + 1}l${2 - cellPx} ${cellPx - 2}`
  }
  const rows = Math.ceil(nodes.length / columns)
  return { width: Math.min(nodes.length, columns) * pitch - gapPx, height: Math.max(0, rows * pitch - gapPx), paths }
}
