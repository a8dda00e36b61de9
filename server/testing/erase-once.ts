import { runOnce } from '~/server/engine/loops'
import { carryOutErasures } from '~/server/erasures/carry-out'
import { loading } from './world'

/** As if it had been asked for and signed four days ago. */
export const letBeDue = (erasure: string) => loading((sql) => sql.query("UPDATE erasure SET asked_at = asked_at - interval '96 hours', signed_at = signed_at - interval '96 hours', due_at = due_at - interval '96 hours' WHERE id = $1", [erasure]))
/** Has what is due carried out, whoever holds the lease now. */
export async function eraseOnce(): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if ((await runOnce({ name: 'carry-out-erasures', everyMs: 0, leaseSeconds: 5, run: carryOutErasures })) === 'ran') return
    await new Promise((wait) => setTimeout(wait, 100))
  }
  throw new Error('the lease of carry-out-erasures could not be had')
}
