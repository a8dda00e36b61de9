/** What closes a file that a stranger can check: the record that it was made, which says the digest of all before it, and what leads from every record in it to one signed checkpoint. */
import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { LineFound } from '~/server/database/lines'
import type { GoesOn, Reading } from '~/server/database/read'
import { hashesBeside, nodesOfProof } from '~/server/merkle/proof'
import { type Range, rangesBeside } from '~/server/merkle/ranges'
import { openCheckpoint } from './checkpoint'
import { logKey } from '~/server/keys/log-key'
import { lineOf, perLine } from './bundle'
import { decideQuery, wantedOf } from './decide-query'
import { readTiles } from './read-tiles'
import type { StoredEntry } from './record'
import { readerOf } from './tiles'

/** Writes the lines of a file, and knows the digest of all that it wrote. */
export function digested(): { said: (line: Readonly<Record<string, unknown>>) => string; digest: () => string } {
  const all = createHash('sha256')
  const said = (line: Readonly<Record<string, unknown>>): string => {
    const text = lineOf(line)
    all.update(text)
    return text
  }
  return { said, digest: () => all.digest('base64url') }
}

export type Named = Pick<LineFound, 'tenant' | 'stream' | 'sequence'>
type Db = Reading & GoesOn
/** A record is sealed a second or so after the fact; what closes a file is such a record. */
const patience = { everyMs: 300, tries: 66 }
const anHourMs = 3_600_000

/** `home` is in whose record it stands that the file was made, `resource` what of, and `held` the records in it in their order. */
export type Closed = { readonly home: string; readonly resource: string; readonly form: string; readonly digest: string; readonly held: readonly Named[] }
export async function* closingLines(db: Db, closed: Closed): AsyncGenerator<string> {
  const { form, digest, held } = closed
  await db.noteOutcome({ export: { form, records: held.length, digest } })
  const sealed = await untilSealed(db, closed)
  if (sealed === null) {
    yield lineOf({ open: 'The record of this export was not sealed in time.' })
    return
  }
  yield lineOf({ closing: sealed.closing }) + lineOf({ checkpoint: sealed.checkpoint })
  for (let at = 0; at < sealed.places.length; at += perLine) yield lineOf({ places: sealed.places.slice(at, at + perLine) })
  yield* hashLines(db, [...sealed.places].sort((one, other) => one - other), sealed.size)
}

/** What these lines were made of, as it stands in the record; null where it stands there no more. */
export async function recordsOf({ rows }: Reading, lines: readonly Named[]): Promise<{ of: Named; bytes: string | null }[]> {
  const streams = new Map<string, { tenantId: string; stream: string; sequence: { in: bigint[] } }>()
  for (const { tenant: tenantId, stream, sequence } of lines) {
    const known = streams.get(`${tenantId} ${stream}`) ?? { tenantId, stream, sequence: { in: [] } }
    known.sequence.in.push(BigInt(sequence))
    streams.set(`${tenantId} ${stream}`, known)
  }
  const found = streams.size === 0 ? [] : await rows.record.findMany({ where: { OR: [...streams.values()] }, select: { tenantId: true, stream: true, sequence: true, bytes: true } })
  const bytes = new Map(found.map((row) => [`${row.tenantId} ${row.stream} ${row.sequence}`, Buffer.from(row.bytes).toString('utf8')]))
  return lines.map(({ tenant, stream, sequence }) => ({ of: { tenant, stream, sequence }, bytes: bytes.get(`${tenant} ${stream} ${sequence}`) ?? null }))
}

type Sealed = { closing: string; checkpoint: string; size: number; places: number[] }
/** Until the record that closes the export, and with it all that it closes, has a place under one checkpoint. */
async function untilSealed(db: Db, { home, resource, digest, held }: Closed): Promise<Sealed | null> {
  let closing: { of: Named; bytes: string } | null = null
  const places: (number | null)[] = held.map(() => null)
  for (let tries = 0; tries < patience.tries; tries++) {
    closing ??= await db.further((later) => closingOf(later, home, resource, digest))
    if (closing !== null) {
      const all = [...held, closing.of]
      for (let from = 0; from < all.length; from += perLine) {
        const some = all.slice(from, from + perLine).map((of, at) => ({ of, at: from + at })).filter(({ at }) => typeof places[at] !== 'number')
        const found = some.length === 0 ? [] : await db.further(({ lines }) => lines.places(some.map(({ of }) => of)))
        for (const [nth, { at }] of some.entries()) places[at] = found[nth] ?? null
      }
      const known = places.filter((place) => place !== null)
      const checkpoint = known.length < all.length ? null : await db.further(({ rows }) => rows.checkpoint.findFirst({ orderBy: { size: 'desc' } }))
      const opened = checkpoint && openCheckpoint(checkpoint.note, logKey())
      if (checkpoint && opened && known.every((place) => place < opened.size)) return { closing: closing.bytes, checkpoint: checkpoint.note, size: opened.size, places: known }
    }
    await setTimeout(patience.everyMs)
  }
  return null
}
async function closingOf(db: Reading, home: string, resource: string, digest: string): Promise<{ of: Named; bytes: string } | null> {
  const wanted = wantedOf(decideQuery(`reference:${db.actor.source.reference} resource:${resource}`), home)
  const lines = await db.lines.find({ tenants: [home], stream: 'access', since: new Date(Date.now() - anHourMs), until: null, actors: null, wanted }, null, true, 50)
  for (const { of, bytes } of await recordsOf(db, lines)) {
    const context = bytes === null ? null : ((JSON.parse(bytes) as StoredEntry).context as { export?: { digest?: string } } | null)
    if (bytes !== null && context?.export?.digest === digest) return { of, bytes }
  }
  return null
}

/** What stands beside these leaves, in as many reads as it is thousands. */
async function* hashLines(db: Db, leaves: readonly number[], size: number): AsyncGenerator<string> {
  const lineFor = async (some: readonly Range[]) => {
    const hashes = await db.further(async ({ rows }) => hashesBeside(some, readerOf(await readTiles(rows, nodesOfProof(some)))))
    return lineOf({ hashes: hashes.map((hash) => hash.toString('base64')) })
  }
  let some: Range[] = []
  for (const range of rangesBeside(leaves, size)) {
    some.push(range)
    if (some.length < perLine) continue
    yield await lineFor(some)
    some = []
  }
  if (some.length > 0) yield await lineFor(some)
}
