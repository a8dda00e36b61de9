import { expect } from 'vitest'
import { loading } from './world'

/** Somebody else changes it so, and commits when what is tried here waits for it: it has looked before, and writes afterwards. */
export async function beside<T>(change: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const tried: Promise<T>[] = []
  await loading(async (sql) => {
    const { rows: [{ pid }] } = await sql.query('SELECT pg_backend_pid() AS pid')
    await sql.query(change, values)
    tried.push(work())
    await expect.poll(async () => (await loading((own) => own.query('SELECT FROM pg_locks WHERE NOT granted AND $1 = ANY (pg_blocking_pids(pid))', [pid]))).rowCount, { timeout: 10_000 }).toBe(1)
  })
  const [came] = tried
  if (came === undefined) throw new Error('it was tried')
  return came
}
