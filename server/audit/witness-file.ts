/** A directory in which each checkpoint is a line, by month: nothing of ours ever rewrites one, and the last line is what the witness holds. */
import { closeSync, fsyncSync, fstatSync, openSync, readdirSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { logKey } from '~/server/keys/log-key'
import { type Checkpoint, openCheckpoint } from './checkpoint'

const Line = z.strictObject({ at: z.iso.datetime(), note: z.string().max(4_096) })
const tailBytes = 16_384
const stem = () => `${logKey().name.replace('/', '-')}-`

/** What it holds of this log; null where it holds nothing. `not_ours` where its last line is no checkpoint that the log's key signed, which only somebody else can have written. */
export function heldIn(directory: string): Checkpoint | null | 'not_ours' {
  const files = readdirSync(directory).filter((name) => name.startsWith(stem()) && /-20\d\d-\d\d\.jsonl$/.test(name)).sort().reverse()
  // A file that was begun and not written to says nothing.
  const last = files.map((file) => lastLine(join(directory, file))).find((line) => line !== null)
  if (last === undefined) return null
  return openCheckpoint(noteIn(last) ?? '', logKey()) ?? 'not_ours'
}
function lastLine(path: string): string | null {
  const open = openSync(path, 'r')
  try {
    const { size } = fstatSync(open)
    const tail = Buffer.alloc(Math.min(size, tailBytes))
    readSync(open, tail, 0, tail.length, size - tail.length)
    // What was being written when it stopped has no end, and is not held.
    return tail.toString('utf8').split('\n').slice(0, -1).at(-1) ?? null
  } finally {
    closeSync(open)
  }
}
/** The note in a line as a witness is given it; null where it is no such line. */
export function noteIn(line: string): string | null {
  try {
    return Line.safeParse(JSON.parse(line)).data?.note ?? null
  } catch {
    return null
  }
}

/** Begins on a line of its own, whatever an earlier write left behind, and is on the disk when it returns. */
export function keepIn(directory: string, notes: readonly { at: Date; note: string }[]): void {
  const month = new Date().toISOString().slice(0, 7)
  const open = openSync(join(directory, `${stem()}${month}.jsonl`), 'a+', 0o644)
  try {
    const { size } = fstatSync(open)
    const last = Buffer.alloc(1)
    if (size > 0) readSync(open, last, 0, 1, size - 1)
    const gap = size > 0 && last.toString() !== '\n' ? '\n' : ''
    writeSync(open, gap + notes.map(({ at, note }) => `${JSON.stringify({ at: at.toISOString(), note })}\n`).join(''))
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}
