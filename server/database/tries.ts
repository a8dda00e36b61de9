/** Counts tries, each under a lock that is held until the transaction ends: whoever comes second sees what became of the first. */
import { beginTry, failTry, limits, succeedTry, type Tries, type TryScope } from '~/server/identity/decide-try'
import { keyedHash } from '~/server/keys/seal'
import { secretKey } from '~/server/keys/secret'
import { networkOf } from '~/server/settings/addresses'
import type { Transaction } from './client'

export type TryCount = {
  begin(scope: TryScope, key: string): Promise<boolean>
  /** True for the failure that blocks. */
  fail(scope: TryScope, key: string): Promise<boolean>
  succeed(scope: TryScope, key: string, forgets: 'own' | 'all'): Promise<void>
}

/** What comes last may be an address: it is counted with those that are as good as it. */
const hashOf = (scope: TryScope, key: string) => new Uint8Array(keyedHash(secretKey('MASTER_KEY_FILE'), `try ${scope}`, key.replace(/\S+$/, networkOf)))
/** What each count is by, as it is told to whoever may let somebody in again. An address has no space in it. */
const about: Readonly<Record<TryScope, (key: string) => { source?: string; email?: string; person?: string }>> = {
  source: (source) => ({ source }), account: (email) => ({ email }), code: (person) => ({ person }), password: (person) => ({ person }), recovery: (person) => ({ person }),
  account_from_source: (key) => ({ email: key.slice(0, key.lastIndexOf(' ')), source: key.slice(key.lastIndexOf(' ') + 1) }), provider: (key) => ({ source: key.slice(key.lastIndexOf(' ') + 1) }),
}
async function shutOut(sql: Transaction, { scope, key, since, until }: { scope: TryScope; key: string; since: Date; until: Date }): Promise<void> {
  const { source = null, email = null, person = null } = about[scope](key)
  await sql.$executeRaw`INSERT INTO shut_out (scope, key, source_address, email, person_id, since, until) VALUES (${scope}, ${hashOf(scope, key)}, ${source}, ${email}, ${person}::uuid, ${since}, ${until})`
}

export function triesIn(sql: Transaction, now: Date): TryCount {
  async function change<T extends { next: Tries }>(scope: TryScope, key: string, decide: (tries: Tries) => T): Promise<T> {
    const hash = hashOf(scope, key)
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
    fail: async (scope, key) => {
      const { blocks, next } = await change(scope, key, (tries) => failTry(tries, limits[scope], now))
      if (blocks && next.blockedUntil !== null) await shutOut(sql, { scope, key, since: now, until: next.blockedUntil })
      return blocks
    },
    succeed: async (scope, key, forgets) => void (await change(scope, key, (tries) => ({ next: succeedTry(tries, forgets) }))),
  }
}
