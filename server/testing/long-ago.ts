import { known } from '~/server/admission/known'
import { loading } from './world'

/** What was given within this hour was given before it: whoever asks often is asked back. Altered behind the engine's back, which then remembers nothing of it. */
export async function longAgo(column: 'id' | 'organisation_id', of: string): Promise<void> {
  await loading((sql) => sql.query(`UPDATE allocation SET asked_at = asked_at - interval '2 hours', admitted_at = admitted_at - interval '2 hours' WHERE ${column} = $1 AND admitted_at > now() - interval '1 hour'`, [of]))
  known.lately.forget()
}
