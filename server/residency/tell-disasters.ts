/** That a disaster ran out, or was never signed in time: it is over by its own row, and the engine says so in the platform's record, once. */
import { holdPlace, recordByItself } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { saidOfDisaster } from './change-disaster'

/** Told by the transaction that records it, so that whoever was killed between the two did neither. */
export async function tellOfDisasters(sql: Transaction, now: Date): Promise<void> {
  if (!(await holdPlace(sql, null))) return
  for (const row of await overDisasters(sql, now)) {
    await recordByItself(sql, null, { action: 'residency.endDisaster', input: { disaster: row.id }, because: row.signedAt === null ? 'never_signed' : 'ran_out', before: saidOfDisaster(row), after: { ...saidOfDisaster(row), endedAt: row.until.toISOString() }, reference: crypto.randomUUID() })
    await sql.residencyDisaster.updateMany({ where: { id: row.id, toldAt: null, endedAt: null }, data: { toldAt: now } })
  }
}
export const overDisasters = (sql: Transaction, now: Date) => sql.residencyDisaster.findMany({ where: { toldAt: null, endedAt: null, until: { lte: now } }, orderBy: [{ until: 'asc' }, { id: 'asc' }] })
