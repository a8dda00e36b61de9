export type At = { readonly row: number; readonly column: number }
export type Size = { readonly rows: number; readonly columns: number }

const pageRows = 10
/** Where a key leads from here, as in a sheet; null where it leads nowhere. Nobody falls off an edge. */
export function moveInGrid({ key, ctrl }: { key: string; ctrl: boolean }, { row, column }: At, { rows, columns }: Size): At | null {
  const within = (to: number, most: number) => Math.max(0, Math.min(most - 1, to))
  switch (key) {
    case 'ArrowUp': return { row: ctrl ? 0 : within(row - 1, rows), column }
    case 'ArrowDown': return { row: ctrl ? rows - 1 : within(row + 1, rows), column }
    case 'ArrowLeft': return { row, column: ctrl ? 0 : within(column - 1, columns) }
    case 'ArrowRight': return { row, column: ctrl ? columns - 1 : within(column + 1, columns) }
    case 'Home': return { row: ctrl ? 0 : row, column: 0 }
    case 'End': return { row: ctrl ? rows - 1 : row, column: columns - 1 }
    case 'PageUp': return { row: within(row - pageRows, rows), column }
    case 'PageDown': return { row: within(row + pageRows, rows), column }
    default: return null
  }
}
