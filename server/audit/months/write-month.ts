/** Writes a month of the record out, as MONTH.md has it: under another name until all of it is on the disk, so that what has the name is whole. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { type FileHandle, open, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { takeLease, underLease } from '~/server/database/lease'
import { logKey, logSignKey } from '~/server/keys/log-key'
import { noteKeyText } from '~/server/keys/note'
import { hashesBeside, nodesOfProof } from '~/server/merkle/proof'
import { type Range, rangesBeside } from '~/server/merkle/ranges'
import { lineOf, perLine } from '../bundle'
import { openCheckpoint } from '../checkpoint'
import { linesOf } from '../lines-of'
import { readTiles } from '../read-tiles'
import { readerOf } from '../tiles'
import { decideWritten } from './decide-month'
import { decideMonthFile } from './decide-month-file'
import { examineMonth } from './examine-month'
import { monthFormat, type MonthNote, numbersDigest, openMonth, signMonth, Spans } from './month-note'

export const leaseSeconds = 60
const atOnce = 2_000
export type Written = { readonly file: string; readonly path: string; readonly records: number; readonly note: string; readonly isAgain: boolean }
type Row = { place: string; stream: string; sequence: bigint; bytes: Uint8Array; index: bigint | null }

export const fileOf = (month: string): string => `${logKey().name.replaceAll('/', '-')}-month-${month}.jsonl`

/** What the log's key vouches for in a file, if it is a month, whole, and vouched for. */
export async function noteOfFile(path: string): Promise<MonthNote | null> {
  if (!existsSync(path)) return null
  const { facts, note } = await examineMonth(linesOf(path), logKey())
  return decideMonthFile(facts).verdict === 'valid' ? note : null
}

/** Null where the lease went to somebody else, or not all of the month is under one checkpoint. `month` is as 2026-01. */
export async function writeMonth(lease: string, month: string, directory: string): Promise<Written | 'differs' | null> {
  const [file, part] = [fileOf(month), join(directory, `.${fileOf(month)}.part`)]
  const to = await open(part, 'w', 0o600)
  try {
    const written = await writeLines(lease, month, to)
    if (written === null) return null
    await to.sync()
    const [path, own] = [join(directory, file), openMonth(written.note, logKey())]
    if (own === null) throw new Error(`the month ${month} is signed with another key than is told`)
    const which = decideWritten(await noteOfFile(path), own)
    if (which === 'differs') return 'differs'
    await (which === 'new' ? rename(part, path) : unlink(part))
    await syncFolder(directory)
    return { file, path, ...written, isAgain: which === 'again' }
  } finally {
    await to.close()
  }
}
async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function writeLines(lease: string, month: string, to: FileHandle): Promise<{ records: number; note: string } | null> {
  const content = createHash('sha256')
  const say = async (text: string) => {
    content.update(text)
    await to.write(text)
  }
  await say(lineOf({ format: monthFormat, log: noteKeyText(logKey()), month }))
  const [spans, places]: [Spans, number[]] = [new Spans(), []]
  for (let after = { place: '', stream: '', sequence: 0n }; ; ) {
    const rows: Row[] | null = await step(lease, (sql) => sql.$queryRaw<Row[]>`SELECT place, stream, sequence, bytes, index FROM records_of_month(${`${month}-01`}::date, ${after.place}, ${after.stream}, ${after.sequence}::bigint, ${atOnce}::int)`)
    const last = rows?.at(-1)
    if (rows === null) return null
    if (!last) break
    for (const { place, stream, sequence, index } of rows) {
      if (index === null) return null
      spans.take(place, stream, Number(sequence))
      places.push(Number(index))
    }
    await say(rows.map(({ bytes }) => lineOf({ record: Buffer.from(bytes).toString('utf8') })).join(''))
    after = last
  }
  await say(lineOf({ contents: { records: places.length } }))
  const checkpoint = await step(lease, (sql) => sql.checkpoint.findFirst({ orderBy: { size: 'desc' } }), 'seal')
  const opened = checkpoint && openCheckpoint(checkpoint.note, logKey())
  if (!checkpoint || !opened || places.some((place) => place >= opened.size)) return null
  const note = signMonth({ log: logKey().name, month, records: places.length, content: content.digest('base64url'), numbers: numbersDigest(spans.all()) }, logSignKey())
  await to.write(lineOf({ closing: note }) + lineOf({ checkpoint: checkpoint.note }))
  for (let at = 0; at < places.length; at += perLine) await to.write(lineOf({ places: places.slice(at, at + perLine) }))
  const isWritten = await writeHashes(lease, places.sort((one, other) => one - other), opened.size, to)
  return isWritten ? { records: places.length, note } : null
}

async function writeHashes(lease: string, leaves: readonly number[], size: number, to: FileHandle): Promise<boolean> {
  const all: Range[] = [...rangesBeside(leaves, size)]
  for (let at = 0; at < all.length; at += perLine) {
    const some = all.slice(at, at + perLine)
    const hashes = await step(lease, async (sql) => hashesBeside(some, readerOf(await readTiles(sql, nodesOfProof(some)))), 'seal')
    if (hashes === null) return false
    await to.write(lineOf({ hashes: hashes.map((hash) => hash.toString('base64')) }))
  }
  return true
}

/** Nothing is held while the disk is written to; the lease is kept meanwhile. */
async function step<T>(lease: string, work: Parameters<typeof underLease<T>>[2], loop: 'months' | 'seal' = 'months'): Promise<T | null> {
  return (await takeLease(lease, leaseSeconds)) ? underLease(lease, { loop }, work) : null
}
