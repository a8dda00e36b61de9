/** How far the deeds of a place have come: a number that grows. The platform's is that of all places together, because what is done in a tenant is seen from there, too. */
import { database, type Transaction } from './client'

export type Heads = Map<string, bigint>
type Row = { place: string; head: bigint }

export async function readHeads(places: readonly string[], sql: Pick<Transaction, '$queryRaw'> = database('web')): Promise<Heads> {
  const rows = await sql.$queryRaw<Row[]>`SELECT place, head FROM deed_heads(${[...places]}::text[])`
  return new Map(rows.map(({ place, head }) => [place, head]))
}

/** The earliest counts: whoever reads twice has read the first part then. */
export async function noteHead(sql: Transaction, heads: Heads, place: string): Promise<void> {
  if (heads.has(place)) return
  const head = (await readHeads([place], sql)).get(place)
  const earlier = heads.get(place)
  if (head !== undefined && (earlier === undefined || head < earlier)) heads.set(place, head)
}
