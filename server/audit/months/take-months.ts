/**
 * Takes the months away that are past retention, one at a time, the oldest first: written out into the operator's directory, read back from there and found whole, and only then let go of by the
 * database, in the transaction that records it. Killed between any two lines, the month stands, and is written out anew; or it is gone, and its file is there.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { holdPlace, recordByItself } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { takeLease, underLease } from '~/server/database/lease'
import { logKey } from '~/server/keys/log-key'
import { readMonthsDirectory } from '~/server/settings/outside'
import { decideMonth, type MonthWaits, refusalOf } from './decide-month'
import { numbersDigest, openMonth } from './month-note'
import { leaseSeconds, noteOfFile, type Written, writeMonth } from './write-month'

type Standing = { month: string; records: bigint; bytes: bigint; sealed: boolean; compared: boolean; holds: number; kept_until: Date; is_past: boolean; was_taken: boolean }
const dropMs = 300_000

/** Looks at every month, says of each what there is to say, and takes the oldest that goes. The answer is which it took. */
export async function takeMonths(lease: string): Promise<string | null> {
  const directory = readMonthsDirectory(process.env)
  const due = await underLease(lease, { loop: 'months' }, (sql) => look(sql, directory !== null))
  if (due === null || due === undefined || directory === null) return null
  const waits = await take(lease, due, directory)
  if (waits === 'gone') return due
  if (waits !== null) await underLease(lease, { loop: 'months' }, (sql) => sql.$executeRaw`UPDATE record_month SET waits = ${waits} WHERE month = ${`${due}-01`}::date`)
  return null
}

async function look(sql: Transaction, hasDirectory: boolean): Promise<string | undefined> {
  const standing = await sql.$queryRaw<Standing[]>`SELECT to_char(s.month, 'YYYY-MM') AS month, s.records, s.bytes, s.sealed, s.compared, s.holds, s.kept_until, s.is_past, m.taken_at IS NOT NULL AS was_taken FROM months_standing() s LEFT JOIN record_month m USING (month)`
  const decided = standing.map((one) => ({ ...one, decision: decideMonth({ isPast: one.is_past, holds: one.holds, sealed: one.sealed, compared: one.compared, hasDirectory }) }))
  const said = decided.filter(({ was_taken: wasTaken }) => !wasTaken)
  await sql.$executeRaw`INSERT INTO record_month AS known (month, records, bytes, sealed, compared, holds, kept_until, waits, looked_at)
    SELECT (m || '-01')::date, r, b, s, c, h, k, w, clock_timestamp() FROM unnest(${said.map(({ month }) => month)}::text[], ${said.map(({ records }) => records)}::bigint[], ${said.map(({ bytes }) => bytes)}::bigint[], ${said.map(({ sealed }) => sealed)}::boolean[],
      ${said.map(({ compared }) => compared)}::boolean[], ${said.map(({ holds }) => holds)}::int[], ${said.map((one) => one.kept_until)}::timestamptz[], ${said.map(({ decision }) => (decision.goes ? null : decision.waits))}::text[]) AS w (m, r, b, s, c, h, k, w)
    ON CONFLICT (month) DO UPDATE SET records = excluded.records, bytes = excluded.bytes, sealed = excluded.sealed, compared = excluded.compared, holds = excluded.holds, kept_until = excluded.kept_until, waits = excluded.waits, looked_at = excluded.looked_at`
  // What was known of a month when it was taken stays as it was; where it stands again, it goes again, after those that never went.
  return [...said, ...decided].find(({ decision }) => decision.goes)?.month
}

async function take(lease: string, month: string, directory: string): Promise<MonthWaits | 'gone' | null> {
  let written: Written | 'differs' | null
  try {
    written = await writeMonth(lease, month, directory)
  } catch (thrown) {
    // What the disk says is a word with a code; everything else is a fault of ours.
    if (thrown instanceof Error && 'syscall' in thrown) return 'not_written'
    throw thrown
  }
  if (written === null) return 'not_sealed'
  if (written === 'differs') return 'differs'
  const digest = await readBack(written, month)
  if (digest === null) return 'not_whole'
  if (!(await takeLease(lease, leaseSeconds))) return null
  try {
    return (await underLease(lease, { loop: 'months', platform: true, tenant: 'platform' }, (sql) => letGo(sql, month, written, digest), dropMs)) ? 'gone' : null
  } catch (thrown) {
    const refusal = refusalOf(String(thrown))
    if (refusal === undefined) throw thrown
    return refusal
  }
}

/** The digest of the file as it stands on the disk, if it is this month, whole, and vouched for by the log's key. */
async function readBack({ path, records, note }: Written, month: string): Promise<Buffer | null> {
  const said = await noteOfFile(path)
  if (said?.content !== openMonth(note, logKey())?.content || said?.month !== month || said.records !== records) return null
  const all = createHash('sha256')
  for await (const part of createReadStream(path)) all.update(part as Buffer)
  return all.digest()
}

/** What goes is what was signed, or nothing goes. */
async function letGo(sql: Transaction, month: string, { file, records, note, isAgain }: Written, digest: Buffer): Promise<true> {
  await holdPlace(sql, null)
  await sql.$executeRaw`SELECT take_record_month(${`${month}-01`}::date, ${records}::bigint, ${file}, ${digest}::bytea, ${note})`
  const gone = await sql.$queryRaw<{ place: string; stream: string; first: bigint; last: bigint }[]>`SELECT place, stream, first, last FROM record_taken WHERE month = ${`${month}-01`}::date`
  const numbers = numbersDigest(gone.map(({ first, last, ...of }) => ({ ...of, first: Number(first), last: Number(last) })))
  if (openMonth(note, logKey())?.numbers !== numbers) throw new Error(`the numbers of ${month} are not those that were written out`)
  const taken = { month, records, file, digest: digest.toString('base64url') }
  await recordByItself(sql, null, { action: 'retention.takeAway', input: { month }, because: isAgain ? 'written_before' : 'past_retention', before: null, after: taken, reference: `month-${month}` })
  return true
}
