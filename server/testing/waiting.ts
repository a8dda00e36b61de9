import { expect } from 'vitest'
import { loading } from './world'

/** How many wait for what a connection holds, and for whoever waits for it. */
export const waitingFor = (pid: number): Promise<number> => loading(async (sql) => (await sql.query(`WITH RECURSIVE waiting AS (SELECT $1::int AS pid UNION SELECT l.pid FROM waiting w JOIN pg_locks l ON NOT l.granted AND w.pid = ANY (pg_blocking_pids(l.pid)))
  SELECT FROM waiting WHERE pid <> $1`, [pid])).rowCount ?? 0)
/** Goes on when so many wait for a connection, by the pid of its other end: what was begun has looked before, and writes after whoever has it lets go. */
export const untilWaitedFor = (pid: number, many = 1): Promise<void> => expect.poll(() => waitingFor(pid), { timeout: 10_000 }).toBe(many)
