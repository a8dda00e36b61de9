/** Puts what was recorded into the log and signs what the log is then: leaves, tiles and checkpoint in one transaction, under the lease. Killed between any two lines it has sealed all of it or nothing. */
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import type { LogKey } from '~/server/keys/log-key'
import { append, type Frontier, rootOf } from '~/server/merkle/frontier'
import { openSigned, signCheckpoint } from './checkpoint'
import { decideSeal, type Run, type Unsealed } from './decide-seal'
import { goOnWithKey, keyIsToGoOn, keysToSignWith, signers } from './handovers'
import { frontierAt } from './read-tiles'
import { additions } from './tiles'

const atOnce = 4_096
const scope = { loop: 'seal' } as const

export async function sealRecords(lease: string): Promise<number> {
  if (!(await lookUnderLease(lease, scope, async (sql) => (await keyIsToGoOn(sql)) || isAnyUnsealed(sql)))) return 0
  for (let whole = 0; ; ) {
    const sealed = (await underLease(lease, scope, (sql) => sealSome(sql))) ?? 0
    whole += sealed
    if (sealed < atOnce) return whole
  }
}

const isAnyUnsealed = async (sql: Transaction): Promise<boolean> => (await sql.$queryRaw<unknown[]>`SELECT FROM stream_heads() WHERE head <> sealed LIMIT 1`).length > 0

type Row = { tenant: string; stream: Unsealed['stream']; head: bigint; sealed: bigint; sequence: bigint | null; hash: Uint8Array | null; in_place: boolean | null; in_time: boolean | null; waited: bigint | null }
export async function sealSome(sql: Transaction, by = signers()): Promise<number> {
  await goOnWithKey(sql, by)
  const rows = await sql.$queryRaw<Row[]>`SELECT tenant_id AS tenant, stream, head, sealed, sequence, hash, in_place, in_time, (extract(epoch FROM clock_timestamp() - greatest(at, ${await allSealedAt(sql)}, database_made())) * 1000)::bigint AS waited
    FROM to_be_sealed(${atOnce}::int)`
  const { runs, faults } = decideSeal(rows.map(({ tenant, stream, head, sealed, sequence, hash, in_place: inPlace, in_time: inTime }) =>
    ({ tenant, stream, head: Number(head), sealed: Number(sealed), sequence: sequence === null ? null : Number(sequence), hash: Buffer.from(hash ?? []), inPlace: inPlace ?? true, inTime: inTime ?? true })))
  for (const { kind, ...at } of faults) await raiseOnce(sql, `record.${kind}`, `${at.tenant} ${at.stream} ${at.sequence}`, at)
  if (runs.length === 0) return 0
  const before = await lastSealed(sql, await keysToSignWith(sql, by))
  const leaves = runs.flatMap((run) => run.leaves)
  const { frontier, made } = append(before, leaves)
  await writeRuns(sql, before.size, runs)
  await writeTiles(sql, additions(made))
  const note = signCheckpoint({ log: by.now.key.name, size: frontier.size, root: rootOf(frontier) }, by.now.signKey)
  const waitedMs = Math.max(0, ...rows.map(({ waited }) => Number(waited ?? 0)))
  await sql.$executeRaw`INSERT INTO checkpoint (size, note, at, waited_ms) VALUES (${frontier.size}, ${note}, clock_timestamp(), ${waitedMs}::bigint)`
  return leaves.length
}

/** When nothing was left to be sealed: what is not sealed was written since, whatever it says of itself. Null where it is not known. */
async function allSealedAt(sql: Transaction): Promise<Date | null> {
  const [last, before] = await sql.checkpoint.findMany({ orderBy: { size: 'desc' }, take: 2, select: { size: true, at: true } })
  return last && Number(last.size - (before?.size ?? 0n)) < atOnce ? last.at : null
}

/** Where the log is gone on from. A log that is not what was last signed is not gone on with: what was signed over it would say that it had been so. */
async function lastSealed(sql: Transaction, keys: readonly LogKey[]): Promise<Frontier> {
  const [last] = await sql.$queryRaw<{ size: bigint }[]>`SELECT first + count AS size FROM log_run ORDER BY first DESC LIMIT 1`
  const size = Number(last?.size ?? 0)
  const frontier = await frontierAt(sql, size)
  const checkpoint = await sql.checkpoint.findFirst({ orderBy: { size: 'desc' } })
  if (!checkpoint && size === 0) return frontier
  const opened = checkpoint && openSigned(checkpoint.note, keys)
  if (opened?.size !== size || !opened.root.equals(rootOf(frontier))) throw new Error(`the log of ${size} is not what its last checkpoint says`)
  return frontier
}

async function writeRuns(sql: Transaction, from: number, runs: readonly Run[]): Promise<void> {
  const firsts: number[] = []
  for (let [at, first] = [0, from]; at < runs.length; at++) {
    firsts.push(first)
    first += runs[at]?.leaves.length ?? 0
  }
  await sql.$executeRaw`INSERT INTO log_run (first, tenant_id, stream, sequence, count) SELECT * FROM unnest(${firsts}::bigint[], ${runs.map(({ tenant }) => tenant)}::text[], ${runs.map(({ stream }) => stream)}::text[],
    ${runs.map(({ sequence }) => sequence)}::bigint[], ${runs.map(({ leaves }) => leaves.length)}::int[])`
}

/** A tile that has another number of hashes than was thought is another log's. */
async function writeTiles(sql: Transaction, added: ReturnType<typeof additions>): Promise<void> {
  const written = await sql.$executeRaw`INSERT INTO log_tile AS tile (level, position, hashes)
    SELECT l, p, h FROM unnest(${added.map(({ level }) => level)}::smallint[], ${added.map(({ position }) => position)}::bigint[], ${added.map(({ hashes }) => hashes)}::bytea[]) AS w (l, p, h)
    ON CONFLICT (level, position) DO UPDATE SET hashes = tile.hashes || excluded.hashes`
  const known = await sql.$queryRaw<{ level: number; position: bigint; hashes: number }[]>`SELECT t.level, t.position, octet_length(t.hashes) / 32 AS hashes
    FROM log_tile t JOIN unnest(${added.map(({ level }) => level)}::smallint[], ${added.map(({ position }) => position)}::bigint[]) AS w (level, position) USING (level, position)`
  const fits = added.every(({ level, position, after, hashes }) => known.some((tile) => tile.level === level && Number(tile.position) === position && tile.hashes === after + hashes.length / 32))
  if (written !== added.length || !fits) throw new Error('the tiles of the log are not those that it was read from')
}
