import { z } from 'zod'
import { Instant, Uuid } from '~/server/api/inputs'
import type { SelfWriter } from '~/server/database/deed'
import { standingKinds } from '~/server/identity/notice'

export const AcknowledgeNotice = z.strictObject({ notice: Uuid })
/** To say so twice is to say so. */
export async function acknowledgeNotice(tx: SelfWriter<'notices.acknowledge'>, { notice }: z.infer<typeof AcknowledgeNotice>) {
  const found = await tx.rows.notice.findFirst({ where: { id: notice, personId: tx.personId }, select: { id: true } })
  if (!found) return tx.refuse('not_found')
  await tx.rows.notice.updateMany({ where: { id: notice, readAt: null }, data: { readAt: tx.now } })
  return tx.record({ before: null, after: null }, { notice })
}

export const AcknowledgeAll = z.strictObject({ until: Instant })
/** All that was shown by then. What came meanwhile was not read; and what happened to one's account is acknowledged one by one. */
export async function acknowledgeAll(tx: SelfWriter<'notices.acknowledgeAll'>, { until }: z.infer<typeof AcknowledgeAll>) {
  const { count } = await tx.rows.notice.updateMany({ where: { personId: tx.personId, readAt: null, overAt: null, at: { lte: new Date(until) }, NOT: { kind: { in: [...standingKinds] } } }, data: { readAt: tx.now } })
  return tx.record({ before: null, after: null }, { read: count })
}
