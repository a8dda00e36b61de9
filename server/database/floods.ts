/** What is known of whoever goes on asking though they are told no: read and written by whichever door they flood, over the connections that count requests. */
import type { Pool } from 'pg'
import type { Flood, FloodKind } from '~/server/rates/decide-flood'

export async function readFlood(store: Pool, kind: FloodKind, key: string): Promise<Flood | null> {
  const { rows } = await store.query<Flood>('SELECT since, seconds, counted_at AS "countedAt", step, until FROM flood WHERE kind = $1 AND key = $2', [kind, key])
  return rows[0] ?? null
}

/** False where somebody else counted since it was read: they counted the same second. */
export async function writeFlood(store: Pool, kind: FloodKind, key: string, before: Flood | null, { since, seconds, countedAt, step, until }: Flood): Promise<boolean> {
  const { rowCount } = await store.query(`INSERT INTO flood (kind, key, since, seconds, counted_at, step, until, noted) VALUES ($1, $2, $3, $4, $5, $6, $7, $7::timestamptz IS NULL)
    ON CONFLICT (kind, key) DO UPDATE SET since = excluded.since, seconds = excluded.seconds, counted_at = excluded.counted_at, step = excluded.step, until = excluded.until,
      noted = flood.noted AND excluded.until IS NOT DISTINCT FROM flood.until OR excluded.until IS NULL
    WHERE flood.counted_at IS NOT DISTINCT FROM $8`, [kind, key, since, seconds, countedAt, step, until, before?.countedAt ?? null])
  return rowCount === 1
}
