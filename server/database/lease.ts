/**
 * A loop runs in one process at a time, whichever holds its lease by the database's clock. A holder that was killed holds nothing once the lease lapses.
 * The lease's row stays locked while the work runs, in the work's own transaction: whoever took over since cannot be overtaken by a holder that was asleep.
 */
import { randomUUID } from 'node:crypto'
import { database, type Transaction } from './client'
import { say, type Scope } from './scope'

const holder = randomUUID()

export async function takeLease(name: string, seconds: number): Promise<boolean> {
  const taken = await database('engine').$executeRaw`INSERT INTO lease AS held (name, holder, expires_at) VALUES (${name}, ${holder}::uuid, clock_timestamp() + make_interval(secs => ${seconds}))
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at WHERE held.holder = excluded.holder OR held.expires_at < clock_timestamp()`
  return taken === 1
}

/** Null when the lease is not ours any more. */
export function underLease<T>(name: string, scope: Scope, work: (sql: Transaction) => Promise<T>): Promise<T | null> {
  return database('engine').$transaction(async (sql) => {
    await say(sql, scope)
    const held = await sql.$queryRaw<unknown[]>`SELECT 1 FROM lease WHERE name = ${name} AND holder = ${holder}::uuid AND expires_at > clock_timestamp() FOR UPDATE`
    return held.length ? work(sql) : null
  }, { timeout: 15_000, maxWait: 5_000 })
}

/** Given back at an orderly end, so that the next process need not wait for it to lapse. */
export const giveBackLeases = () => database('engine').lease.deleteMany({ where: { holder } })
