/** What of the log's records was taken away, and is not missed: only what a key of the log vouches for. Whoever takes records out and writes down that it was so has no such signature. */
import type { Transaction } from '~/server/database/client'
import type { LogKey } from '~/server/keys/log-key'
import { grouped } from '~/server/shared/grouped'
import type { TakenWith } from '../decide-sealed'
import { openMonth } from './month-note'

type Month = { month: string; note: string; numbers: string }

/** The months whose numbers are those that were signed, those that are known to be among them. */
export async function monthsTaken(sql: Pick<Transaction, '$queryRaw'>, known: readonly string[], keys: readonly LogKey[]): Promise<string[]> {
  const months = await sql.$queryRaw<Month[]>`SELECT to_char(m.month, 'YYYY-MM') AS month, m.note, rtrim(translate(encode(sha256(convert_to(coalesce(string_agg(format(E'%s %s %s %s\n', t.place, t.stream, t.first, t.last), '' ORDER BY t.place COLLATE "C", t.stream COLLATE "C", t.first) FILTER (WHERE t.place IS NOT NULL), ''), 'UTF8')), 'base64'), '+/', '-_'), '=') AS numbers
    FROM record_month m LEFT JOIN record_taken t USING (month) WHERE m.taken_at IS NOT NULL AND NOT to_char(m.month, 'YYYY-MM') = ANY (${[...known]}::text[]) GROUP BY m.month, m.note`
  return [...known, ...months.flatMap(({ month, note, numbers }) => {
    const said = keys.map((key) => openMonth(note, key)).find((one) => one !== null)
    return said?.month === month && said.numbers === numbers ? [month] : []
  })]
}
/** Of the runs from one place in the log to another. */
export async function takenIn(sql: Pick<Transaction, '$queryRaw'>, months: readonly string[], from: number, to: number): Promise<TakenWith> {
  if (months.length === 0) return () => null
  const rows = await sql.$queryRaw<{ place: string; stream: string; first: bigint; last: bigint; month: string }[]>`SELECT DISTINCT t.place, t.stream, t.first, t.last, to_char(t.month, 'YYYY-MM') AS month FROM record_taken t
    JOIN log_run r ON r.tenant_id = t.place AND r.stream = t.stream AND r.sequence <= t.last AND r.sequence + r.count > t.first
    WHERE r.first >= ${from} AND r.first < ${to} AND to_char(t.month, 'YYYY-MM') = ANY (${[...months]}::text[])`
  const spans = grouped(rows.map(({ first, last, ...where }) => ({ ...where, first: Number(first), last: Number(last) })), ({ place, stream }) => `${place} ${stream}`)
  return (tenant, stream, sequence) => spans.get(`${tenant} ${stream}`)?.find(({ first, last }) => first <= sequence && sequence <= last)?.month ?? null
}
/** Of these months, those that had been taken away before then. */
export async function takenBefore(sql: Pick<Transaction, '$queryRaw'>, months: readonly string[], then: Date): Promise<{ month: string; takenAt: Date }[]> {
  return sql.$queryRaw`SELECT to_char(month, 'YYYY-MM') AS month, taken_at AS "takenAt" FROM record_month WHERE taken_at < ${then} AND to_char(month, 'YYYY-MM') = ANY (${[...months]}::text[]) ORDER BY month`
}
