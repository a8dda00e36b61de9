/** What was spent of the processors: it says more about the code and less about the machine than a rate does. */
import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** In milliseconds, since they began; null where the system does not tell, and of an engine where there is none. Linux counts in hundredths of a second. */
export type Spent = { readonly node: number; readonly engine: number | null; readonly database: number | null }
export async function spent(sql: pg.Pool, engine: number | null = null): Promise<Spent> {
  const { user, system } = process.cpuUsage()
  const { rows } = await sql.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  const isTold = process.platform === 'linux'
  return { node: (user + system) / 1_000, engine: isTold && engine !== null ? ofProcess(engine) : null, database: isTold ? rows.reduce((sum, { pid }) => sum + ofProcess(pid), 0) : null }
}
function ofProcess(pid: number): number {
  try {
    const [user, system] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return 0
  }
}
const more = (before: number | null, after: number | null) => (before === null || after === null ? null : after - before)
export const between = (before: Spent, after: Spent): Spent => ({ node: after.node - before.node, engine: more(before.engine, after.engine), database: more(before.database, after.database) })
