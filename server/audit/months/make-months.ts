/** Makes the months that the record is written into before they begin. Where none was made, what is recorded stands beside, and moves into its month when there is one. */
import { underLease } from '~/server/database/lease'
import { raiseOnce } from '~/server/database/raise'
import { tooFewAhead } from './decide-month'

export async function makeMonths(lease: string): Promise<void> {
  try {
    await underLease(lease, { loop: 'months' }, (sql) => sql.$executeRaw`SELECT make_record_months()`)
  } finally {
    await underLease(lease, { loop: 'months' }, async (sql) => {
      const [there] = await sql.$queryRaw<{ ahead: number; day: string }[]>`SELECT months_ahead() AS ahead, current_date::text AS day`
      if (there && tooFewAhead(there.ahead)) await raiseOnce(sql, 'record.few_months', there.day, { ahead: there.ahead })
    })
  }
}
