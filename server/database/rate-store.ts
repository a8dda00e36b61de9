/** Connections apart for counting requests: what is counted need not be on the disk before somebody is answered. A database that fails loses the last moments of a second, and one that is stopped nothing. */
import pg from 'pg'
import { secretText } from '~/server/keys/secret'
import { limits } from './limits'
import { UntilSilent } from './silence'

export const rateTable = 'rate'
/** Each door counts as who it is to PostgreSQL. */
export type RateRole = 'web' | 'engine'
const addressOf = { web: 'WEB_DATABASE_URL_FILE', engine: 'ENGINE_DATABASE_URL_FILE' } as const
const kept = new Map<RateRole, pg.Pool>()
export function rateStore(role: RateRole): pg.Pool {
  const known = kept.get(role)
  if (known) return known
  const made = new pg.Pool({
    connectionString: secretText(addressOf[role]), max: 2, Client: UntilSilent, connectionTimeoutMillis: 5_000, application_name: `bailiwick-${role}-rates`, options: `${limits({ statement: 5_000, lock: 2_000 })} -c synchronous_commit=off`,
  })
    // A connection that is lost fails what is asked by it; it must not take the process along.
    .on('error', () => undefined)
  kept.set(role, made)
  return made
}
export async function closeRates(): Promise<void> {
  const open = [...kept.values()]
  kept.clear()
  await Promise.all(open.map((pool) => pool.end()))
}
