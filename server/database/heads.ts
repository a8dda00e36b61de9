/** How far the deeds of a place have come: a number that grows. The platform's is that of all places together, because what is done in a tenant is seen from there, too. */
import { database, type Transaction } from './client'

type Heads = Map<string, bigint>
type Row = { place: string; head: bigint }

export async function readHeads(places: readonly string[], sql: Pick<Transaction, '$queryRaw'> = database('web')): Promise<Heads> {
  const rows = await sql.$queryRaw<Row[]>`SELECT place, head FROM deed_heads(${[...places]}::text[])`
  return new Map(rows.map(({ place, head }) => [place, head]))
}

/** Which of these sessions, each known by the hash of its token, are open no more. */
export async function readOver(sessions: readonly Uint8Array[], sql: Pick<Transaction, '$queryRaw'> = database('web')): Promise<Buffer[]> {
  const rows = await sql.$queryRaw<{ session: Uint8Array }[]>`SELECT sessions_over(${[...sessions]}::bytea[]) AS session`
  return rows.map(({ session }) => Buffer.from(session))
}

/** What a page is to know of its own reading: how far each place had come before, and whether any of it is in the record, as looked at or as refused. */
export type Noted = { heads: Heads; recorded: boolean }
/** The earliest counts: whoever reads twice has read the first part then. */
export async function noteHead(sql: Transaction, { heads }: Noted, place: string): Promise<void> {
  if (heads.has(place)) return
  const head = (await readHeads([place], sql)).get(place)
  const earlier = heads.get(place)
  if (head !== undefined && (earlier === undefined || head < earlier)) heads.set(place, head)
}
