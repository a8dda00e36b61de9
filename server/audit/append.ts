import type { Transaction } from '~/server/database/client'
import type { Entry } from './entry'
import { sealFor } from './personal'
import { type Place, recordBytes } from './record'

/** Appends to one tenant's stream; the caller holds the row that numbers it. One statement, however many there are. */
export async function appendRecords(sql: Transaction, dataKey: Buffer | null, lines: readonly { entry: Entry; place: Place }[]): Promise<void> {
  const rows = lines.map(({ entry, place }) => ({ place, ...recordBytes(entry, place, sealFor(dataKey, place.tenant)) }))
  await sql.$executeRaw`INSERT INTO record (tenant_id, stream, sequence, at, bytes, leaf)
    SELECT * FROM unnest(${rows.map(({ place }) => place.tenant)}::text[], ${rows.map(({ place }) => place.stream)}::text[],
      ${rows.map(({ place }) => place.sequence.toString())}::bigint[], ${rows.map(({ place }) => place.timestamp)}::timestamptz[],
      ${rows.map(({ bytes }) => bytes)}::bytea[], ${rows.map(({ leaf }) => leaf)}::bytea[])`
}
