/** Compares a part of the log, from a place up to which it is known, with what stands in the record, with what was signed of it, and with what is kept outside. */
import type { Transaction } from '~/server/database/client'
import { keysKnownBy } from '~/server/keys/handover'
import { type LogKey, logKey } from '~/server/keys/log-key'
import { append, emptyFrontier, type Frontier, rootOf } from '~/server/merkle/frontier'
import type { Hash } from '~/server/merkle/hash'
import { type Checkpoint, openSigned } from './checkpoint'
import { decideReturned, decideSealed, decideSigned, decideStreams, endOfSlice, type LogFault, type SealedRun, type Standing, type Stream } from './decide-sealed'
import { handedOver, handoverNotes } from './handovers'
import { monthsTaken, takenIn } from './months/taken'
import { hashesIn } from './tiles'

const runsAtOnce = 512
/** So many of a slice are looked for in all of the log. */
const strangeMost = 16

export type Pass = {
  readonly beganAt: Date; readonly size: number; readonly streams: readonly Stream[]; readonly keys: readonly LogKey[]; readonly kept: readonly Checkpoint[]; readonly witnessed: Checkpoint | null
  frontier: Frontier; signed: { at: number; isRewritten: boolean }; taken: readonly string[]; returned: readonly string[]; readonly faults: LogFault[]
}
/** What is known of the log already, and how far it is to be compared; nothing, and all of it. */
export type Part = { readonly frontier: Frontier; readonly signedAt: number; readonly to: number }
const whole: Part = { frontier: emptyFrontier, signedAt: 0, to: Number.MAX_SAFE_INTEGER }

/** `outside` is what is held of this log elsewhere, asked before the log is: so the log is never behind it. */
export async function beginPass(sql: Transaction, kept: Checkpoint | null, outside: readonly (Checkpoint | 'not_ours')[], { frontier, signedAt, to }: Part = whole, own = logKey()): Promise<Pass> {
  const handovers = await handoverNotes(sql)
  const keys = keysKnownBy(own, handovers)
  const held = outside.filter((one) => one !== 'not_ours')
  const witnessed = held.reduce<Checkpoint | null>((most, one) => (one.size > (most?.size ?? 0) ? one : most), null)
  const [log] = await sql.$queryRaw<{ now: Date; signed: bigint; placed: bigint }[]>`SELECT clock_timestamp() AS now, coalesce((SELECT max(size) FROM checkpoint), 0) AS signed, coalesce((SELECT max(first + count) FROM log_run), 0) AS placed`
  const streams = await sql.$queryRaw<{ tenant: string; stream: Stream['stream']; head: bigint; sealed: bigint; beyond: bigint | null }[]>`SELECT h.tenant_id AS tenant, h.stream, h.head, h.sealed, r.sequence AS beyond
    FROM stream_heads() h LEFT JOIN LATERAL hashes_of_stream(h.tenant_id, h.stream, h.head + 1, 9223372036854775807, 1) r ON true`
  const [signed, placed] = [Number(log?.signed ?? 0), Number(log?.placed ?? 0)]
  const read = streams.map(({ head, sealed, beyond, ...of }) => ({ ...of, head: Number(head), sealed: Number(sealed), beyond: beyond === null ? null : Number(beyond) }))
  const known = [...(kept === null ? [] : [kept]), ...held, ...handedOver(handovers, keys)]
  const most = Math.max(0, ...known.map(({ size }) => size))
  const isShort = signed !== placed || signed < most
  // Told by how far it had come: where it ends now is another place each time that something is sealed, and the same loss would be told anew.
  const short: LogFault[] = isShort ? [{ kind: 'truncated', position: Math.max(signed, placed, most), tenant: null, stream: null, sequence: null }] : []
  const another: LogFault[] = outside.includes('not_ours') ? [{ kind: 'resealed', position: null, tenant: null, stream: null, sequence: null }] : []
  return { beganAt: log?.now ?? new Date(), size: Math.min(signed, placed, to), streams: read, keys, kept: known, witnessed, frontier, signed: { at: signedAt, isRewritten: false }, taken: [], returned: [], faults: [...short, ...another, ...decideStreams(read)] }
}

/** Goes on by one slice. True when there is none left. */
export async function isAtEnd(sql: Transaction, now: Pass): Promise<boolean> {
  const from = now.frontier.size
  const rows = await sql.$queryRaw<{ first: bigint; tenant: string; stream: Stream['stream']; sequence: bigint; count: number }[]>`SELECT first, tenant_id AS tenant, stream, sequence, count FROM log_run WHERE first >= ${from} AND first < ${now.size} ORDER BY first LIMIT ${runsAtOnce}`
  const runs: SealedRun[] = rows.map(({ first, sequence, ...of }) => ({ ...of, first: Number(first), sequence: Number(sequence) }))
  const to = endOfSlice(runs, from)
  const leaves = await leavesOf(sql, from, to)
  if (to === from || leaves.length < to - from) {
    if (from < now.size) now.faults.push({ kind: 'truncated', position: from + leaves.length, tenant: null, stream: null, sequence: null })
    return true
  }
  const standing = await sql.$queryRaw<{ tenant: string; stream: Stream['stream']; sequence: bigint; hash: Uint8Array; in_time: boolean }[]>`SELECT r.tenant_id AS tenant, r.stream, s.sequence, s.hash, s.in_time
    FROM log_run r CROSS JOIN LATERAL hashes_of_stream(r.tenant_id, r.stream, r.sequence, r.sequence + r.count - 1, r.count + 10) s WHERE r.first >= ${from} AND r.first < ${to}`
  // Asked after the record is: what is taken away while it is compared is known to be.
  now.taken = await monthsTaken(sql, now.taken, now.keys)
  const takenWith = await takenIn(sql, now.taken, from, to)
  const leafAt = (position: number) => leaves[position - from] ?? Buffer.alloc(0)
  const there = standing.map(({ sequence, hash, in_time: inTime, ...of }): Standing => ({ ...of, sequence: Number(sequence), hash: Buffer.from(hash), inTime }))
  const elsewhere = await sealedElsewhere(sql, there, leaves)
  now.faults.push(...decideSealed(runs.filter(({ first }) => first < to), there, leafAt, now.streams, takenWith, (hash) => elsewhere.has(hash.toString('hex'))))
  now.returned = [...new Set([...now.returned, ...decideReturned(there, takenWith)])]
  await compareSigned(sql, now, to, leaves)
  return to >= now.size
}

async function leavesOf(sql: Transaction, from: number, to: number): Promise<Hash[]> {
  const tiles = await sql.logTile.findMany({ where: { level: 0, position: { gte: Math.floor(from / 256), lte: Math.floor(Math.max(to - 1, 0) / 256) } }, orderBy: { position: 'asc' } })
  const [first] = tiles
  const skip = first ? from - Number(first.position) * 256 : 0
  return hashesIn(Buffer.concat(tiles.map(({ hashes }) => hashes))).slice(skip, skip + to - from)
}

/** Of a few that stand here and were not sealed in this slice, which were sealed in another. Where nothing was altered there are none. */
async function sealedElsewhere(sql: Transaction, there: readonly Standing[], leaves: readonly Hash[]): Promise<ReadonlySet<string>> {
  const here = new Set(leaves.map((leaf) => leaf.toString('hex')))
  const strange = there.filter(({ hash }) => !here.has(hash.toString('hex'))).slice(0, strangeMost).map(({ hash }) => new Uint8Array(hash))
  if (strange.length === 0) return new Set()
  const found = await sql.$queryRaw<{ hash: Uint8Array }[]>`SELECT h.hash FROM unnest(${strange}::bytea[]) AS h (hash) WHERE EXISTS (SELECT FROM log_tile t WHERE t.level = 0 AND position(h.hash IN t.hashes) > 0)`
  return new Set(found.map(({ hash }) => Buffer.from(hash).toString('hex')))
}

/** Takes the leaves in, stopping wherever something was signed. */
async function compareSigned(sql: Transaction, now: Pass, to: number, leaves: readonly Hash[]): Promise<void> {
  const from = now.frontier.size
  const rows = await sql.checkpoint.findMany({ where: { size: { gt: from, lte: to } }, orderBy: { size: 'asc' } })
  const checkpoints = rows.map(({ size, note, at }) => ({ size: Number(size), at: at.getTime(), opened: openSigned(note, now.keys) }))
  const remembered = now.kept.flatMap((one) => (one.size > from && one.size <= to ? [{ size: one.size, at: Number.MAX_SAFE_INTEGER, opened: one }] : [])).sort((one, other) => one.size - other.size)
  const roots = new Map<number, Hash>()
  for (const size of [...new Set([...checkpoints, ...remembered].map((each) => each.size)), to].sort((one, other) => one - other)) {
    now.frontier = append(now.frontier, leaves.slice(now.frontier.size - from, size - from)).frontier
    roots.set(size, rootOf(now.frontier))
  }
  const rootAt = (size: number) => roots.get(size) ?? Buffer.alloc(0)
  const { faults, after } = decideSigned(checkpoints, rootAt, now.signed)
  now.signed = after
  now.faults.push(...faults, ...decideSigned(remembered, rootAt, { at: 0, isRewritten: after.isRewritten }).faults)
}
