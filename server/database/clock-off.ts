import { database, type Transaction } from './client'

/** So far may a process's clock be from the database's, in seconds. Further off it would end sessions and promises before or after their time: it does nothing unasked, and says that it is not ready. */
export const clockOffMost = 60

export async function clockOff(sql: Pick<Transaction, '$queryRaw'> = database('engine')): Promise<number> {
  const [row] = await sql.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`
  return row ? Math.abs(Date.now() - row.now.getTime()) / 1000 : 0
}
