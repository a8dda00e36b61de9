import { z } from 'zod'
import { Uuid } from '~/server/api/inputs'
import type { SelfWriter } from '~/server/database/deed'

export const AcknowledgeNotice = z.strictObject({ notice: Uuid })
/** To say so twice is to say so. */
export async function acknowledgeNotice(tx: SelfWriter<'notices.acknowledge'>, { notice }: z.infer<typeof AcknowledgeNotice>) {
  const found = await tx.rows.notice.findFirst({ where: { id: notice, personId: tx.personId }, select: { id: true } })
  if (!found) return tx.refuse('not_found')
  await tx.rows.notice.updateMany({ where: { id: notice, readAt: null }, data: { readAt: tx.now } })
  return tx.record({ before: null, after: null }, { notice })
}
