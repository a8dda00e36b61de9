/** What was spent of the processors: it says more about the code and less about the machine than a rate does. */
import { readFileSync } from 'node:fs'
import type pg from 'pg'

/** In milliseconds, since they began; null where the system does not tell, and of an engine where there is none. Linux counts in hundredths of a second. */
export type Spent = { readonly node: number; readonly engine: number | null; readonly database: number | null }
export async function spent(sql: pg.Pool, engine: number | null = null): Promise<Spent> {
  const { user, system } = process.cpuUsage()
  const { rows } = await sql.query<{ pid: number }>('SELECT pid FROM pg_stat_activity')
  const isTold = process.platform === 'linux'
  return { node: (user + system) / 1_000, engine: isTold && engine !== null ? ofProcess(engine) : null, database: isTold ? ofServer(rows.map(({ pid }) => pid)) : null }
}
/** Whose child it is, and what it spent itself and what its children did that ended; nothing of one that is gone. */
function read(pid: number): { parent: number; own: number; ended: number } | null {
  try {
    const fields = (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ').map(Number)
    const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11, 15)
    return { parent: fields[1] ?? 0, own: (user + system) * 10, ended: (userOfEnded + systemOfEnded) * 10 }
  } catch {
    return null
  }
}
const ofProcess = (pid: number): number => read(pid)?.own ?? 0
/** Each connection is a process of the server's, and what one spent that ended is told of the server. */
function ofServer(processes: readonly number[]): number {
  const each = processes.flatMap((pid) => read(pid) ?? [])
  const server = read(each[0]?.parent ?? 0)
  return each.reduce((sum, { own }) => sum + own, 0) + (server ? server.own + server.ended : 0)
}
const more = (before: number | null, after: number | null) => (before === null || after === null ? null : after - before)
export const between = (before: Spent, after: Spent): Spent => ({ node: after.node - before.node, engine: more(before.engine, after.engine), database: more(before.database, after.database) })
