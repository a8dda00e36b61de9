'use client'
import type { Reason } from '~/components/ui/reason'
import { type Board, makeBoard, usePut } from './board'

/** Something to do with what is in view. `whyNot` is shown where it cannot be done now; `keys` is one letter, figure or bracket that does it here, such as c for create. */
export type PaletteEntry = { id: string; says: string; also?: string; whyNot: Reason | null; keys?: string } & ({ href: string } | { run: () => void })
export const entriesHere: Board<readonly PaletteEntry[]> = makeBoard()

/** A page says what can be done on it: to the palette, to the help, and to the keyboard. */
export function PaletteEntries({ entries }: { entries: readonly PaletteEntry[] }) {
  usePut(entriesHere, entries)
  return null
}
