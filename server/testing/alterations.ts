/** What whoever owns the database could do to what was sealed, one of each sort at random, straight in the tables; and putting it back, byte for byte. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { signCheckpoint } from '~/server/audit/checkpoint'
import type { LogFaultKind, SealedRun } from '~/server/audit/decide-sealed'
import { hashesIn } from '~/server/audit/tiles'
import { logKey, logSignKey } from '~/server/keys/log-key'
import { append, emptyFrontier, type Frontier, joined, rootOf } from '~/server/merkle/frontier'
import { type Hash, leafHash, nodeHash } from '~/server/merkle/hash'
import { nodesOf, type Node } from '~/server/merkle/ranges'

export type Log = { readonly runs: readonly SealedRun[]; readonly leaves: readonly Hash[]; readonly levels: readonly (readonly Hash[])[]; readonly checkpoints: readonly { size: number; note: string; at: Date }[] }
/** From which run on it is compared, and how far, after this was done; and what it is then called. */
export type Alteration = { readonly kind: AlterationKind; readonly from: number; readonly to: number; readonly called: LogFaultKind; readonly touches: Touches; readonly statements: readonly (readonly [string, readonly unknown[]])[] }
type Touches = { readonly records?: readonly { tenant: string; stream: string; from: number; to: number }[]; readonly checkpointsFrom?: number; readonly runsFrom?: number; readonly tile?: number }
export const alterationKinds = ['flipped', 'deleted', 'inserted', 'inserted beyond', 'reordered', 'truncated', 'swapped between tenants', 'an old checkpoint again', 'rewritten from there on', 'another key', 'clock of a record', 'clock of a checkpoint'] as const
export type AlterationKind = (typeof alterationKinds)[number]

/** The log as it is now: what is compared afterwards begins from what this says of the part before. */
export async function readLog(sql: pg.Client): Promise<Log> {
  const { rows: runs } = await sql.query('SELECT first::float8, tenant_id AS tenant, stream, sequence::float8, count FROM log_run ORDER BY first')
  const { rows: tiles } = await sql.query('SELECT hashes FROM log_tile WHERE level = 0 ORDER BY position')
  const { rows: checkpoints } = await sql.query('SELECT size::float8, note, at FROM checkpoint ORDER BY size')
  const leaves = hashesIn(Buffer.concat(tiles.map(({ hashes }) => hashes)))
  const levels: Hash[][] = [leaves]
  for (let below = leaves; below.length > 1;) {
    const made: Hash[] = []
    for (let at = 0; at + 1 < below.length; at += 2) made.push(nodeHash(below[at] ?? Buffer.alloc(0), below[at + 1] ?? Buffer.alloc(0)))
    levels.push(made)
    below = made
  }
  return { runs, leaves, levels, checkpoints }
}
export const frontierAt = ({ levels }: Log, size: number): Frontier => ({ size, hashes: nodesOf({ from: 0, to: size }).map(({ level, index }) => levels[level]?.[index] ?? Buffer.alloc(0)) })
/** The root of so many leaves, were one of them another. */
function rootWith({ levels }: Log, size: number, place: number, leaf: Hash): Hash {
  const hashOf = ({ level, index }: Node): Hash => {
    if (Math.floor(place / 2 ** level) !== index) return levels[level]?.[index] ?? Buffer.alloc(0)
    return level === 0 ? leaf : nodeHash(hashOf({ level: level - 1, index: index * 2 }), hashOf({ level: level - 1, index: index * 2 + 1 }))
  }
  return joined(nodesOf({ from: 0, to: size }).map(hashOf))
}

const ofRecord = 'tenant_id = $1 AND stream = $2 AND sequence = $3'
const nearby = 40

/** One of this sort, as the dice fall; null where they fell on what it cannot be done to. */
export async function alterationOf(sql: pg.Client, log: Log, kind: AlterationKind, throwOf: (sides: number) => number): Promise<Alteration | null> {
  // What is rewritten up to the end is compared up to the end: that is not to be the whole log, ten thousand times.
  const nth = kind === 'rewritten from there on' ? Math.max(0, log.runs.length - 1 - throwOf(12)) : throwOf(log.runs.length)
  const run = log.runs[nth]
  if (!run) return null
  const place = throwOf(run.count)
  const [tenant, stream, sequence] = [run.tenant, run.stream, run.sequence + place]
  const one = { tenant, stream, from: sequence, to: sequence }
  const key = [tenant, stream, sequence] as const
  const stands = async (of: readonly unknown[]) => ((await sql.query(`SELECT FROM record WHERE ${ofRecord}`, [...of])).rowCount ?? 0) > 0
  // What was taken away with its month is not there to be altered.
  if (!(await stands(key))) return null
  const isLastRun = !log.runs.slice(nth + 1).some((later) => later.tenant === tenant && later.stream === stream)
  const alteration = (called: LogFaultKind, statements: Alteration['statements'], touches: Touches = { records: [one] }, part: { from: number; to: number } = { from: run.first, to: run.first + run.count }): Alteration => ({ kind, called, statements, touches, ...part })
  const bytesOf = async (of: readonly unknown[]): Promise<Buffer> => (await sql.query(`SELECT bytes FROM record WHERE ${ofRecord}`, [...of])).rows[0].bytes
  const writing = `UPDATE record SET bytes = $4, leaf = $5 WHERE ${ofRecord}`
  const flipped = async () => {
    const bytes = Buffer.from(await bytesOf(key))
    const at = throwOf(bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << throwOf(8))
    return bytes
  }
  switch (kind) {
    case 'flipped': {
      const bytes = await flipped()
      return alteration('edited', [[writing, [...key, bytes, leafHash(bytes)]]])
    }
    case 'deleted': return isLastRun && place === run.count - 1 ? null : alteration('deleted', [[`DELETE FROM record WHERE ${ofRecord}`, key]])
    case 'inserted': return alteration('inserted', [[`INSERT INTO record SELECT tenant_id, stream, sequence, at + interval '1 microsecond', bytes, leaf FROM record WHERE ${ofRecord}`, key]])
    case 'inserted beyond': {
      const beyond = 1 + throwOf(1_000)
      const { rows: [end] } = await sql.query('SELECT greatest(head, sealed)::float8 AS head FROM stream_heads() WHERE tenant_id = $1 AND stream = $2', [tenant, stream])
      return alteration('inserted', [[`INSERT INTO record SELECT tenant_id, stream, $4::bigint, at, bytes, leaf FROM record WHERE ${ofRecord}`, [...key, end.head + beyond]]], { records: [{ tenant, stream, from: end.head + beyond, to: end.head + beyond }] })
    }
    case 'reordered': case 'swapped between tenants': {
      const others = log.runs.slice(Math.max(0, nth - nearby), nth + nearby).filter((other) => (kind === 'reordered' ? other.tenant === tenant && other.stream === stream : other.tenant !== tenant))
      const other = others[throwOf(Math.max(others.length, 1))]
      if (!other) return null
      const theirs = [other.tenant, other.stream, other.sequence + throwOf(other.count)] as const
      if (theirs.join() === key.join() || !(await stands(theirs))) return null
      const [mine, their] = [await bytesOf(key), await bytesOf(theirs)]
      const [first, last] = run.first < other.first ? [run, other] : [other, run]
      return alteration('reordered', [[writing, [...key, their, leafHash(their)]], [writing, [...theirs, mine, leafHash(mine)]]], { records: [one, { tenant: theirs[0], stream: theirs[1], from: theirs[2], to: theirs[2] }] }, { from: first.first, to: last.first + last.count })
    }
    case 'truncated': return !isLastRun ? null : alteration('truncated', [['DELETE FROM record WHERE tenant_id = $1 AND stream = $2 AND sequence >= $3', key]], { records: [{ ...one, to: Number.MAX_SAFE_INTEGER }] })
    case 'clock of a record': {
      const ms = (1 + throwOf(100_000)) * (throwOf(2) === 0 ? 1 : -1)
      return alteration('clock', [[`UPDATE record SET at = at + make_interval(secs => $4::float8 / 1000) WHERE ${ofRecord}`, [...key, ms]]])
    }
    case 'rewritten from there on': return rewritten(log, nth, place, await flipped(), writing)
    default: return ofCheckpoint(log, kind, throwOf)
  }
}

/** A record is another, and so is its leaf, and every checkpoint from there on is signed anew with the log's own key: the database holds together, and only who is outside knows. */
function rewritten(log: Log, nth: number, place: number, bytes: Buffer, writing: string): Alteration | null {
  const run = log.runs[nth]
  if (!run) return null
  const [at, leaf] = [run.first + place, leafHash(bytes)]
  const later = log.checkpoints.filter(({ size }) => size > at)
  const notes = later.map(({ size }) => signCheckpoint({ log: logKey().name, size, root: rootWith(log, size, at, leaf) }, logSignKey()))
  const sequence = run.sequence + place
  return {
    kind: 'rewritten from there on', called: 'rewritten', from: run.first, to: log.leaves.length, touches: { records: [{ tenant: run.tenant, stream: run.stream, from: sequence, to: sequence }], tile: Math.floor(at / 256), checkpointsFrom: at + 1 },
    statements: [
      [writing, [run.tenant, run.stream, sequence, bytes, leaf]],
      ['UPDATE log_tile SET hashes = overlay(hashes PLACING $1::bytea FROM $2::int) WHERE level = 0 AND position = $3', [leaf, (at % 256) * 32 + 1, Math.floor(at / 256)]],
      ['UPDATE checkpoint c SET note = w.note FROM unnest($1::bigint[], $2::text[]) AS w (size, note) WHERE c.size = w.size', [later.map(({ size }) => size), notes]],
    ],
  }
}

function ofCheckpoint(log: Log, kind: AlterationKind, throwOf: (sides: number) => number): Alteration | null {
  const nth = 1 + throwOf(Math.max(log.checkpoints.length - 1, 1))
  const [before, one] = [log.checkpoints[nth - 1], log.checkpoints[nth]]
  if (!before || !one) return null
  const part = { from: before.size, to: one.size }
  const touches = { checkpointsFrom: one.size }
  if (kind === 'another key') return { kind, called: 'resealed', touches, ...part, statements: [['UPDATE checkpoint SET note = $2 WHERE size = $1', [one.size, signCheckpoint({ log: logKey().name, size: one.size, root: rootOf(append(emptyFrontier, []).frontier) }, randomBytes(32))]]] }
  if (kind === 'clock of a checkpoint') return { kind, called: 'clock', touches, ...part, statements: [['UPDATE checkpoint SET at = $2 WHERE size = $1', [one.size, new Date(before.at.getTime() - 1 - throwOf(100_000))]]] }
  // The log is as it was when this was signed: its places and its checkpoints with it.
  return { kind, called: 'truncated', touches: { checkpointsFrom: before.size + 1, runsFrom: before.size }, from: 0, to: 0, statements: [['DELETE FROM checkpoint WHERE size > $1', [before.size]], ['DELETE FROM log_run WHERE first >= $1', [before.size]]] }
}

/** Does it, looks, and puts everything back. */
export async function altering<T>(sql: pg.Client, { touches, statements }: Alteration, look: () => Promise<T>): Promise<T> {
  const { records = [], checkpointsFrom, runsFrom, tile } = touches
  const where = 'WHERE tenant_id = $1 AND stream = $2 AND sequence BETWEEN $3 AND $4'
  const kept: { of: readonly unknown[]; rows: Record<string, unknown>[] }[] = []
  for (const { tenant, stream, from, to } of records) {
    const of = [tenant, stream, from, to]
    kept.push({ of, rows: (await sql.query(`SELECT tenant_id, stream, sequence, at::text, bytes, leaf FROM record ${where}`, of)).rows })
  }
  const checkpoints = checkpointsFrom === undefined ? [] : (await sql.query('SELECT size, note, at::text, waited_ms FROM checkpoint WHERE size >= $1', [checkpointsFrom])).rows
  const runs = runsFrom === undefined ? [] : (await sql.query('SELECT first, tenant_id, stream, sequence, count FROM log_run WHERE first >= $1', [runsFrom])).rows
  const hashes = tile === undefined ? [] : (await sql.query('SELECT hashes FROM log_tile WHERE level = 0 AND position = $1', [tile])).rows
  for (const [statement, values] of statements) await sql.query(statement, [...values])
  try {
    return await look()
  } finally {
    await sql.query('BEGIN')
    for (const { of, rows } of kept) {
      await sql.query(`DELETE FROM record ${where}`, [...of])
      for (const row of rows) await sql.query('INSERT INTO record (tenant_id, stream, sequence, at, bytes, leaf) VALUES ($1, $2, $3, $4, $5, $6)', Object.values(row))
    }
    if (checkpointsFrom !== undefined) await sql.query('DELETE FROM checkpoint WHERE size >= $1', [checkpointsFrom])
    for (const row of checkpoints) await sql.query('INSERT INTO checkpoint (size, note, at, waited_ms) VALUES ($1, $2, $3, $4)', Object.values(row))
    if (runsFrom !== undefined) await sql.query('DELETE FROM log_run WHERE first >= $1', [runsFrom])
    for (const row of runs) await sql.query('INSERT INTO log_run (first, tenant_id, stream, sequence, count) VALUES ($1, $2, $3, $4, $5)', Object.values(row))
    for (const row of hashes) await sql.query('UPDATE log_tile SET hashes = $2 WHERE level = 0 AND position = $1', [tile, row.hashes])
    await sql.query('COMMIT')
  }
}
