import { database, type Transaction } from './client'

/** Whether the database answers and lets itself be written: one that is only a copy of another, or that was told so, answers and takes nothing. */
export async function takesWrites(sql: Pick<Transaction, '$queryRaw'> = database('engine')): Promise<boolean> {
  const [row] = await sql.$queryRaw<{ is: boolean }[]>`SELECT current_setting('transaction_read_only') = 'off' AS is`
  return row?.is ?? false
}
