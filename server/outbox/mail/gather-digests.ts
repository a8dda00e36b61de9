import { underLease } from '~/server/database/lease'
import { mailedKinds } from '~/server/identity/notice'
import { mailSettings } from './send-mail'

const usual = { mail: 'daily', hour: 8 }
/** What has ended is shown for so long. */
const keptDays = 30

/**
 * One digest a person and day, at their hour, of what was there by then and nobody has read or mailed since. Its name is the person and the day, so that it is one however often this runs and
 * whoever is killed in between; what is in it is asked when it is delivered.
 */
export async function gatherDigests(lease: string): Promise<number> {
  const isSent = mailSettings() !== null
  return (await underLease(lease, { loop: 'deliver' }, async (sql) => {
    await sql.$executeRaw`DELETE FROM outbox WHERE ended_at < now() - make_interval(days => ${keptDays})`
    if (!isSent) return 0
    return sql.$executeRaw`INSERT INTO outbox (id, channel, person_id, kind, body, once, at)
      SELECT gen_random_uuid(), 'mail', due.person_id, 'digest', '{}', 'digest ' || due.person_id || ' ' || to_char(due.hour AT TIME ZONE 'UTC', 'YYYY-MM-DD'), due.hour FROM (
        SELECT n.person_id, n.hour FROM (SELECT DISTINCT u.person_id, last.hour FROM notice u LEFT JOIN mail_preference p ON p.person_id = u.person_id,
            LATERAL (SELECT date_trunc('day', now() AT TIME ZONE 'UTC') + make_interval(hours => coalesce(p.hour, ${usual.hour}::int)) AS today) t,
            LATERAL (SELECT (CASE WHEN t.today <= now() AT TIME ZONE 'UTC' THEN t.today ELSE t.today - interval '1 day' END) AT TIME ZONE 'UTC' AS hour) last
          WHERE u.read_at IS NULL AND u.mailed_at IS NULL AND u.over_at IS NULL AND u.kind = ANY (${[...mailedKinds]}::text[]) AND u.at <= last.hour AND coalesce(p.mail, ${usual.mail}) <> 'off') n) due
      ON CONFLICT (once) DO NOTHING`
  })) ?? 0
}
