/** Fills what the record is searched by, behind the writer: each record once, by number. It stays in the database: what was recorded is not read by the engine. */
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'

const atOnce = 1_000
const scope = { loop: 'project' } as const

export async function projectRecords(lease: string): Promise<number> {
  if (!(await lookUnderLease(lease, scope, isAnyBehind))) return 0
  for (let whole = 0; ; ) {
    const written = (await underLease(lease, scope, projectSome)) ?? 0
    whole += written
    if (written < atOnce) return whole
  }
}

const isAnyBehind = async (sql: Transaction): Promise<boolean> => (await sql.$queryRaw<{ behind: boolean }[]>`SELECT to_be_projected() AS behind`)[0]?.behind ?? false
export async function projectSome(sql: Transaction): Promise<number> {
  const [done] = await sql.$queryRaw<{ many: number }[]>`SELECT project_records(${atOnce}::int) AS many`
  return done?.many ?? 0
}
