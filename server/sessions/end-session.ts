import { z } from 'zod'
import { Uuid } from '~/server/api/inputs'
import type { SelfWriter } from '~/server/database/deed'
import { decideEndSession } from './decide-end-session'

export const EndSession = z.strictObject({ session: Uuid })

/** Felt at that browser's next request: sessions are looked up every time. */
export async function endSession(tx: SelfWriter<'sessions.end'>, wish: z.infer<typeof EndSession>) {
  const session = await tx.rows.session.findFirst({ where: { id: wish.session, personId: tx.personId }, select: { endedAt: true } })
  const decision = decideEndSession(session)
  if (!decision.ok) return tx.refuse(decision.refusal)
  await tx.rows.session.updateMany({ where: { id: wish.session, endedAt: null }, data: { endedAt: tx.now, endedBecause: 'ended_by_owner' } })
  return tx.record({ before: null, after: null }, { session: wish.session })
}
