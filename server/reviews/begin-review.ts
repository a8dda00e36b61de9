import type { z } from 'zod'
import { Nothing, OnTenant } from '~/server/api/inputs'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { dayLater, decideBegin } from './decide-review'
import { reviewsNow, shown } from './review'

export const BeginReview = OnTenant
export const BeginReviewOnPlatform = Nothing

type Writing = Pick<PlatformWriter<'reviews.beginOnPlatform'>, 'rows' | 'now' | 'actor'>
/** The database writes a line for each thing that is held there, with the review: nobody chooses what is looked at. */
async function begin({ rows, now, actor }: Writing, tenant: string | null, tenantFrozen: boolean) {
  const isOpen = (await rows.review.count({ where: { tenantId: tenant, closedAt: null } })) > 0
  const decision = decideBegin({ tenantFrozen, isOpen })
  if (!decision.ok) return decision
  const { withinDays } = await reviewsNow({ rows, now })
  return { ok: true, made: shown(await rows.review.create({ data: { tenantId: tenant, beganAt: now, begunBy: actor.personId, deadline: dayLater(now, withinDays) } })) } as const
}
export async function beginReview(tx: TenantWriter<'reviews.begin'>, { tenant }: z.infer<typeof BeginReview>) {
  const { frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: { frozenAt: true } })
  const begun = await begin(tx, tenant, frozenAt !== null)
  return begun.ok ? tx.record({ before: null, after: begun.made }, begun.made) : tx.refuse(begun.refusal)
}
export async function beginReviewOnPlatform(tx: PlatformWriter<'reviews.beginOnPlatform'>) {
  const begun = await begin(tx, null, false)
  return begun.ok ? tx.record({ before: null, after: begun.made }, begun.made) : tx.refuse(begun.refusal)
}
