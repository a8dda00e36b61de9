/** A directory in which each checkpoint is a line, by month: nothing of ours ever rewrites one, and the largest log of all that it was given is what the witness holds. */
import { closeSync, fsyncSync, fstatSync, openSync, readdirSync, readSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { type LogKey, logKey } from '~/server/keys/log-key'
import type { NoteKey } from '~/server/keys/note'
import { type Checkpoint, openSigned } from './checkpoint'

const Line = z.strictObject({ at: z.iso.datetime(), note: z.string().max(4_096) })
const [partBytes, longestLine, monthsRead] = [1_048_576, 16_384, 3]
const fileNow = () => `${stemOf(logKey())}${monthNow()}.jsonl`
const monthNow = () => new Date().toISOString().slice(0, 7)
const stemOf = ({ name }: NoteKey) => `${name.replace('/', '-')}-`

/**
 * What it holds of this log, by whichever of its keys; null where it holds nothing. `not_ours` where its last line, or the one that says most, is no checkpoint that a key of the log signed, which only somebody else can have written.
 * Who may write there and rewrite nothing can put an earlier checkpoint behind the later ones, which the log's key signed once: so the last line alone is not asked, and a month to come says nothing.
 */
export function heldIn(directory: string, keys: readonly LogKey[] = [logKey()]): Checkpoint | null | 'not_ours' {
  const all = readdirSync(directory)
  // By months, and within one in the order in which the keys went on.
  const months = [...new Set(all.flatMap((name) => /-(20\d\d-\d\d)\.jsonl$/.exec(name)?.[1] ?? []))].filter((month) => month <= monthNow() && keys.some((key) => all.includes(`${stemOf(key)}${month}.jsonl`))).sort()
  const files = months.slice(-monthsRead).flatMap((month) => keys.map((key) => `${stemOf(key)}${month}.jsonl`)).filter((file) => all.includes(file))
  const said = files.map((file) => readOn(join(directory, file), keys.map(({ name }) => name)))
  // A file that was begun and not written to says nothing.
  const last = said.findLast((one) => one.last !== null)?.last
  if (last === undefined || last === null) return null
  const most = said.reduce<Said>((largest, one) => (one.size > largest.size ? one : largest), nothing).most
  const opened = [last, most ?? last].map((line) => openSigned(noteIn(line) ?? '', keys))
  return opened.reduce((held, one) => (held === null || one === null ? null : one.size > held.size ? one : held)) ?? 'not_ours'
}

/** How much of a file was read, its last whole line, and the line with the largest log of one of these names. */
type Said = { readonly bytes: number; readonly last: string | null; readonly most: string | null; readonly size: number }
const nothing: Said = { bytes: 0, last: null, most: null, size: -1 }
/** A file grows and nothing in it changes: what was read of it is not read again. One that became shorter is another. */
const read = new Map<string, Said>()
function readOn(path: string, names: readonly string[]): Said {
  const kept = `${names.join()} ${path}`
  const open = openSync(path, 'r')
  try {
    const whole = fstatSync(open).size
    const before = read.get(kept) ?? nothing
    let { bytes, last, most, size } = before.bytes > whole ? nothing : before
    while (bytes < whole) {
      const part = Buffer.alloc(Math.min(whole - bytes, partBytes))
      readSync(open, part, 0, part.length, bytes)
      const end = part.lastIndexOf('\n') + 1
      // What was being written when it stopped has no end, and is not held.
      if (end === 0 && part.length < longestLine) break
      bytes += end || part.length
      for (const line of part.toString('utf8', 0, end).split('\n').slice(0, -1)) {
        last = line
        const says = sizeIn(line, names)
        if (says > size) [most, size] = [line, says]
      }
    }
    const said = { bytes, last, most, size }
    read.set(kept, said)
    return said
  } finally {
    closeSync(open)
  }
}
/** As the line says, whoever signed it: of all there are, only the largest is looked at. */
function sizeIn(line: string, names: readonly string[]): number {
  const [, log, size] = /"note":"([^"\\]+)\\n(\d{1,16})\\n/.exec(line) ?? []
  return log !== undefined && names.includes(log) ? Number(size) : -1
}
/** The note in a line as a witness is given it; null where it is no such line. */
export function noteIn(line: string): string | null {
  try {
    return Line.safeParse(JSON.parse(line)).data?.note ?? null
  } catch {
    return null
  }
}

/** Begins on a line of its own, whatever an earlier write left behind, and is on the disk when it returns: to write once is not enough, where there is room for a part that part is taken and nothing said. */
export function keepIn(directory: string, notes: readonly { at: Date; note: string }[]): void {
  const open = openSync(join(directory, fileNow()), 'a+', 0o644)
  try {
    const { size } = fstatSync(open)
    const last = Buffer.alloc(1)
    if (size > 0) readSync(open, last, 0, 1, size - 1)
    const gap = size > 0 && last.toString() !== '\n' ? '\n' : ''
    writeFileSync(open, gap + notes.map(({ at, note }) => `${JSON.stringify({ at: at.toISOString(), note })}\n`).join(''))
    fsyncSync(open)
  } finally {
    closeSync(open)
  }
}
