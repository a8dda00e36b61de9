import { z } from 'zod'
import { Uuid } from '~/server/api/inputs'
import type { SelfWriter } from '~/server/database/deed'
import { decideEndSession } from './decide-end-session'

export const EndSession = z.strictObject({ session: Uuid })

/** Felt at that browser's next request: sessions are looked up every time. */
export async function endSession(tx: SelfWriter<'sessions.end'>, wish: z.infer<typeof EndSession>) {
  await tx.holdPerson(tx.personId)
  const session = await tx.rows.session.findFirst({ where: { id: wish.session, personId: tx.personId }, select: { endedAt: true } })
  const decision = decideEndSession(session)
  if (!decision.ok) return tx.refuse(decision.refusal)
  await tx.rows.session.updateMany({ where: { id: wish.session, endedAt: null }, data: { endedAt: tx.now, endedBecause: 'ended_by_owner' } })
  return tx.record({ before: null, after: null }, { session: wish.session })
}

/** All but this one. */
export async function endOtherSessions(tx: SelfWriter<'sessions.endOthers'>) {
  await tx.holdPerson(tx.personId)
  const { count } = await tx.rows.session.updateMany({ where: { personId: tx.personId, id: { not: tx.sessionId }, endedAt: null }, data: { endedAt: tx.now, endedBecause: 'ended_by_owner' } })
  return tx.record({ before: null, after: null }, { ended: count })
}

/** A factor was shown, so the powers that rested are awake again, under a new token. */
export async function confirmSelf(tx: SelfWriter<'sessions.confirm'>) {
  await tx.renewSession()
  return tx.record({ before: null, after: null }, {})
}
