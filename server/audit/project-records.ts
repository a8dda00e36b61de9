/** Fills what the record is searched by, behind the writer: each record once, by number. It stays in the database: what was recorded is not read by the engine. */
import type { Transaction } from '~/server/database/client'
import { underLease } from '~/server/database/lease'

const atOnce = 1_000

export async function projectRecords(lease: string): Promise<number> {
  for (let whole = 0; ; ) {
    const written = (await underLease(lease, { loop: 'project' }, projectSome)) ?? 0
    whole += written
    if (written < atOnce) return whole
  }
}

export async function projectSome(sql: Transaction): Promise<number> {
  const [done] = await sql.$queryRaw<{ many: number }[]>`SELECT project_records(${atOnce}::int) AS many`
  return done?.many ?? 0
}
