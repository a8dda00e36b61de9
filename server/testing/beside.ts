import { untilWaitedFor } from './waiting'
import { loading } from './world'

/** Somebody else changes it so, and commits when what is tried here waits for it: it has looked before, and writes afterwards. */
export async function beside<T>(change: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const tried: Promise<T>[] = []
  await loading(async (sql) => {
    const { rows: [{ pid }] } = await sql.query('SELECT pg_backend_pid() AS pid')
    await sql.query(change, values)
    tried.push(work())
    await untilWaitedFor(pid)
  })
  const [came] = tried
  if (came === undefined) throw new Error('it was tried')
  return came
}
