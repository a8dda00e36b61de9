/**
 * A loop runs in one process at a time, whichever holds its lease by the database's clock. A holder that was killed holds nothing once the lease lapses.
 * Whose own clock is far from that one takes none.
 * The lease's row stays locked while the work runs, in the work's own transaction: whoever took over since cannot be overtaken by a holder that was asleep.
 * Whoever only looks whether there is anything to do locks nothing: a lock of a row is written, and an engine at rest would write some twenty times a second that there was nothing.
 */
import { randomUUID } from 'node:crypto'
import { Prisma } from '~/prisma/generated/client'
import { database, type Transaction, waitsAtMost } from './client'
import { clockOffMost } from './clock-off'
import { type Scope, saidOf } from './scope'

const holder = randomUUID()
/** Until when there is no need to ask again, by this process's own clock: half of what was granted. Whether it is still held is asked in each transaction. */
const restUntil = new Map<string, number>()

/** That the process is to end. Whoever works from step to step comes to the next and finds that the lease is not theirs, and what they did until then is whole: whoever takes over goes on from there. */
let isEnding = false
export const beginNothingMore = (): void => { isEnding = true }
export const isToEnd = (): boolean => isEnding

export async function takeLease(name: string, seconds: number): Promise<boolean> {
  if (isEnding) return false
  if (performance.now() < (restUntil.get(name) ?? 0)) return true
  const taken = await database('engine').$executeRaw`INSERT INTO lease AS held (name, holder, expires_at)
    SELECT ${name}, ${holder}::uuid, clock_timestamp() + make_interval(secs => ${seconds}) WHERE abs(extract(epoch FROM clock_timestamp() - ${new Date()}::timestamptz)) <= ${clockOffMost}
    ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at WHERE held.holder = excluded.holder OR held.expires_at < clock_timestamp()`
  if (taken === 1) restUntil.set(name, performance.now() + seconds * 500)
  return taken === 1
}

/** What there is to do; null when the lease is not ours any more, or nothing more is to be begun. It can write nothing: what it finds is looked for again under the lock, by whoever does it. */
export async function lookUnderLease<T>(name: string, scope: Scope, look: (sql: Transaction) => Promise<T>): Promise<T | null> {
  return isEnding ? null : within(name, look, 15_000, (sql, ours) => sql.$queryRaw<unknown[]>`SELECT ${saidOf(scope)}, set_config('transaction_read_only', 'on', true) FROM lease WHERE ${ours}`)
}
/** Null when the lease is not ours any more, or nothing more is to be begun. */
export async function underLease<T>(name: string, scope: Scope, work: (sql: Transaction) => Promise<T>, timeoutMs = 15_000): Promise<T | null> {
  return isEnding ? null : writeUnderLease(name, scope, work, timeoutMs)
}
/** What came of something that was done outside of the database: written also when nothing more is to be begun, because it has happened. */
export async function writeUnderLease<T>(name: string, scope: Scope, work: (sql: Transaction) => Promise<T>, timeoutMs = 15_000): Promise<T | null> {
  return within(name, work, timeoutMs, (sql, ours) => sql.$queryRaw<unknown[]>`SELECT ${saidOf(scope)} FROM lease WHERE ${ours} FOR UPDATE`)
}
/** For whom it works is said together with the question whose the lease is. */
async function within<T>(name: string, work: (sql: Transaction) => Promise<T>, timeoutMs: number, begin: (sql: Transaction, ours: Prisma.Sql) => Promise<unknown[]>): Promise<T | null> {
  const done = await database('engine').$transaction(async (sql) => {
    const held = await begin(sql, Prisma.sql`name = ${name} AND holder = ${holder}::uuid AND expires_at > clock_timestamp()`)
    return held.length ? { value: await work(sql) } : null
  }, { timeout: timeoutMs, maxWait: waitsAtMost() })
  if (!done) restUntil.delete(name)
  return done?.value ?? null
}

/** Given back at an orderly end, so that the next process need not wait for it to lapse. */
export async function giveBackLeases(): Promise<void> {
  restUntil.clear()
  isEnding = false
  await database('engine').lease.deleteMany({ where: { holder } })
}
