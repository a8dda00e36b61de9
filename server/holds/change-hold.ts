import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Handle, Prose, Title, Uuid } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { isNobodyElse } from '~/server/requests/decide-appointed'
import { answeringOf } from '~/server/requests/request'
import { decideLift, decidePlace } from './decide-hold'

/** `of` is a tenant, and null the whole platform. It is not called a tenant, because what is done on a tenant stands in that tenant's record: of a hold it is not told. */
export const PlaceHold = z.strictObject({ of: Handle.nullable(), matter: Title, reason: Prose })
export const LiftHold = z.strictObject({ hold: Uuid, reason: Prose })

export async function placeHold(tx: PlatformWriter<'holds.place'>, { of, matter, reason }: z.infer<typeof PlaceHold>) {
  const { rows, now, actor } = tx
  const tenantKnown = of === null || (await rows.tenant.count({ where: { id: of } })) > 0
  const heldAlready = (await rows.legalHold.count({ where: { ofTenant: of, matter, liftedAt: null } })) > 0
  const decision = decidePlace({ tenantKnown, heldAlready })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const id = randomUUID()
  await rows.legalHold.create({ data: { id, ofTenant: of, matter, reason, placedAt: now, placedBy: actor.personId }, select: { id: true } })
  return tx.record({ before: null, after: { hold: id, of, matter, reason } }, { hold: id })
}

export async function liftHold(tx: PlatformWriter<'holds.lift'>, { hold, reason }: z.infer<typeof LiftHold>) {
  const { rows, now, actor } = tx
  const row = await rows.legalHold.findUnique({ where: { id: hold } })
  // It may stand for years, so lately is by now: those who have come since it was placed are not all of one.
  const appointed = row !== null && isNobodyElse({ by: row.placedBy, of: ['platform_admin', 'approver'] }, answeringOf(actor, null), await tx.appointments(null, now))
  const decision = decideLift(row && { placedBy: row.placedBy, lifted: row.liftedAt !== null }, actor.personId, appointed)
  if (!decision.ok) return tx.refuse(decision.refusal)
  await rows.legalHold.updateMany({ where: { id: hold, liftedAt: null }, data: { liftedAt: now, liftedBy: actor.personId, liftedFor: reason } })
  const before = { hold, of: row?.ofTenant ?? null, matter: row?.matter ?? '' }
  return tx.record({ before: { ...before, lifted: false }, after: { ...before, lifted: true, reason } }, { hold })
}
