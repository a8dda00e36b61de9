/** A connection apart for counting requests: what is counted need not be on the disk before somebody is answered. A database that fails loses the last moments of a second, and one that is stopped nothing. */
import pg from 'pg'
import { secretText } from '~/server/keys/secret'

export const rateTable = 'rate'
let kept: pg.Pool | undefined
export function rateStore(): pg.Pool {
  kept ??= new pg.Pool({
    connectionString: secretText('ENGINE_DATABASE_URL_FILE'), max: 2, connectionTimeoutMillis: 5_000, application_name: 'bailiwick-engine-rates', options: '-c statement_timeout=5000 -c lock_timeout=2000 -c synchronous_commit=off',
  })
    // A connection that is lost fails what is asked by it; it must not take the process along.
    .on('error', () => undefined)
  return kept
}
export async function closeRates(): Promise<void> {
  const open = kept
  kept = undefined
  await open?.end()
}
