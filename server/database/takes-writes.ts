import { database, type Transaction } from './client'

/** Whether the database answers and lets itself be written: one that is only a copy of another, or that was told so, answers and takes nothing. */
export async function takesWrites(sql: Pick<Transaction, '$queryRaw'> = database('engine')): Promise<boolean> {
  const [row] = await sql.$queryRaw<{ is: boolean }[]>`SELECT current_setting('transaction_read_only') = 'off' AS is`
  return row?.is ?? false
}

/** A disk that is full, and a bound of the server's own. */
const noRoom = /53[14]00/
/**
 * Whether anything can be added. On a full disk the database answers, and writes over what is there, but takes no new row. What is too much for the memory of one statement is written beside the
 * tables: where there is no room for that, there is none for the next record.
 */
export const hasRoom = (): Promise<boolean> => database('engine').$transaction(async (sql) => {
  await sql.$executeRaw`SET LOCAL work_mem = '64kB'`
  await sql.$queryRaw`SELECT count(*)::int AS many FROM generate_series(1, 10000)`
  return true
}).catch((fault: unknown) => {
  if (noRoom.test(String(fault))) return false
  throw fault
})

/** Each page asks whether the engine is ready: the disk is looked at once in so long. */
const freshMs = 5_000
const never: { readonly at: number; readonly has: Promise<boolean> } = { at: Number.NEGATIVE_INFINITY, has: Promise.resolve(true) }
let looked = never
export function hadRoomLately(): Promise<boolean> {
  if (performance.now() - looked.at > freshMs) {
    const look = { at: performance.now(), has: hasRoom() }
    looked = look
    // What could not be seen is looked at again at once.
    look.has.catch(() => { if (looked === look) looked = never })
  }
  return looked.has
}
