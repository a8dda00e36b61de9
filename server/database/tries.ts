/** Counts tries, each under a lock that is held until the transaction ends: whoever comes second sees what became of the first. */
import { beginTry, failTry, limits, succeedTry, type Tries, type TryScope } from '~/server/identity/decide-try'
import { keyedHash } from '~/server/keys/seal'
import { secretKey } from '~/server/keys/secret'
import type { Transaction } from './client'

export type TryCount = {
  begin(scope: TryScope, key: string): Promise<boolean>
  /** True for the failure that blocks. */
  fail(scope: TryScope, key: string): Promise<boolean>
  succeed(scope: TryScope, key: string, forgets: 'own' | 'all'): Promise<void>
}

export function triesIn(sql: Transaction, now: Date): TryCount {
  async function change<T extends { next: Tries }>(scope: TryScope, key: string, decide: (tries: Tries) => T): Promise<T> {
    const hash = new Uint8Array(keyedHash(secretKey('MASTER_KEY_FILE'), `try ${scope}`, key))
    await sql.$executeRaw`INSERT INTO try (scope, key, changed_at) VALUES (${scope}, ${hash}, ${now}) ON CONFLICT DO NOTHING`
    const [row] = await sql.$queryRaw<{ times: Date[]; blocked_until: Date | null }[]>`SELECT times, blocked_until FROM try WHERE scope = ${scope} AND key = ${hash} FOR UPDATE`
    if (!row) throw new Error('a try that was just counted is not there')
    const decided = decide({ times: row.times, blockedUntil: row.blocked_until })
    await sql.$executeRaw`UPDATE try SET times = ${decided.next.times.map((time) => time.toISOString())}::timestamptz[], blocked_until = ${decided.next.blockedUntil}, changed_at = ${now}
      WHERE scope = ${scope} AND key = ${hash}`
    return decided
  }
  return {
    begin: async (scope, key) => (await change(scope, key, (tries) => beginTry(tries, limits[scope], now))).may,
    fail: async (scope, key) => (await change(scope, key, (tries) => failTry(tries, limits[scope], now))).blocks,
    succeed: async (scope, key, forgets) => void (await change(scope, key, (tries) => ({ next: succeedTry(tries, forgets) }))),
  }
}
