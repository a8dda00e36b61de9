/** A file of handovers, as HANDOVER.md has it: what a stranger is given beside a key that they were told. */
import { readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { openHandover } from './handover'

const fileFormat = 'bailiwick-handovers-1'
const bytesMost = 1_048_576
const Line = z.strictObject({ handover: z.string().max(4_096) })

export const handoversFile = (notes: readonly string[]): string => [{ format: fileFormat }, ...notes.map((handover) => ({ handover }))].map((line) => `${JSON.stringify(line)}\n`).join('')
/** What is in it; null for what is no such file, or where one of them is not signed by whoever has to. */
export function readHandovers(file: string): readonly string[] | null {
  try {
    if (statSync(file).size > bytesMost) return null
    const [head, ...lines] = readFileSync(file, 'utf8').split('\n')
    if (head !== JSON.stringify({ format: fileFormat }) || lines.pop() !== '') return null
    const notes = lines.map((line) => Line.parse(JSON.parse(line)).handover)
    return notes.every((note) => openHandover(note) !== null) ? notes : null
  } catch {
    return null
  }
}
