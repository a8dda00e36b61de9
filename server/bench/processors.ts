/** What was spent of the processors: it says more about the code and less about the machine than a rate does. */
import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** In milliseconds, since they began; null where the system does not tell. Linux counts in hundredths of a second. */
export type Spent = { readonly node: number; readonly database: number | null }
export async function spent(sql: pg.Pool): Promise<Spent> {
  const { user, system } = process.cpuUsage()
  const { rows } = await sql.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  return { node: (user + system) / 1_000, database: process.platform === 'linux' ? rows.reduce((sum, { pid }) => sum + ofProcess(pid), 0) : null }
}
function ofProcess(pid: number): number {
  try {
    const [user, system] = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ').slice(11, 13)
    return (Number(user) + Number(system)) * 10
  } catch {
    return 0
  }
}
export const between = (before: Spent, after: Spent): Spent => ({ node: after.node - before.node, database: before.database === null || after.database === null ? null : after.database - before.database })
