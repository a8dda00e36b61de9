import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Handle, Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { isNobodyElse } from '~/server/requests/decide-appointed'
import { answeringOf, breakGlassNow, newRequest, ruleNow } from '~/server/requests/request'
import type { Review } from './break-glass.kind'
import { decideBegin, decideSign, decideStop, delayed, minutesMost, timesOf } from './decide-break-glass'
import { glassOf, shown } from './glass'

export const BeginBreakGlass = z.strictObject({ minutes: z.int().min(1).max(minutesMost), reason: Prose, tenants: z.array(Handle).max(20) })
export const SignBreakGlass = z.strictObject({ breakGlass: Uuid })
export const StopBreakGlass = z.strictObject({ breakGlass: Uuid })
export const StopBreakGlassInTenant = z.strictObject({ tenant: Handle, breakGlass: Uuid })
const kind = 'breakglass.review'

/** One signature, and it opens when others have had the time to see it. That somebody must look at it afterwards is asked with it, so that it cannot be left out. */
export async function beginBreakGlass(tx: PlatformWriter<'breakGlass.begin'>, { minutes, reason, tenants: named }: z.infer<typeof BeginBreakGlass>) {
  const { rows, now, actor } = tx
  const tenants = [...new Set(named)].sort()
  const decision = decideBegin({
    unreviewed: (await rows.request.count({ where: { kind, state: 'open' } })) > 0,
    foundWrong: (await rows.request.count({ where: { kind, requestedBy: actor.personId, state: 'refused' } })) > 0,
    tenantsKnown: (await rows.tenant.count({ where: { id: { in: tenants } } })) === tenants.length,
  })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const id = randomUUID()
  const payload: Review = { breakGlass: id, person: actor.personId, minutes, reason, tenants, askedAt: now.toISOString() }
  const request = await rows.request.create({ data: newRequest({ kind, organisation: null, tenant: null, level: 'platform', subject: actor.name.slice(0, 128), payload, purpose: reason, rule: await ruleNow(tx, { kind, level: 'platform', devices: 0n }) }, tx), select: { id: true } })
  const { delayMinutes } = await breakGlassNow(tx)
  const row = await rows.breakGlass.create({ data: { id, personId: actor.personId, reason, tenants, minutes, askedAt: now, ...timesOf(delayed(now, delayMinutes), minutes), requestId: request.id } })
  return tx.record({ before: null, after: { ...shown(row), reason } }, shown(row))
}

/** Two signatures, and it opens at once. */
export async function signBreakGlass(tx: PlatformWriter<'breakGlass.sign'>, { breakGlass: id }: z.infer<typeof SignBreakGlass>) {
  const row = await tx.rows.breakGlass.findUnique({ where: { id } })
  const appointed = row !== null && isNobodyElse({ by: row.personId, of: ['platform_admin', 'approver'] }, answeringOf(tx.actor, null), await tx.appointments(null, row.askedAt))
  const decision = decideSign(row && glassOf(row), { by: tx.actor.personId, appointed }, tx.now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!row) throw new Error('what is not there was signed')
  const after = { ...row, signedBy: tx.actor.personId, ...timesOf(tx.now, row.minutes) }
  // A tenant that it names holds another place while it stops it.
  const { count } = await tx.rows.breakGlass.updateMany({ where: { id, endedAt: null }, data: { signedBy: after.signedBy, opensAt: after.opensAt, until: after.until } })
  if (count === 0) return tx.refuse('already_over')
  return tx.record({ before: shown(row), after: shown(after) }, shown(after))
}

async function stop({ rows, now, actor }: Pick<PlatformWriter<'breakGlass.stop'>, 'rows' | 'now' | 'actor'>, id: string, inTenant: boolean) {
  const row = await rows.breakGlass.findUnique({ where: { id } })
  const decision = decideStop(row && glassOf(row), inTenant, now)
  if (!decision.ok) return decision
  if (!row) throw new Error('what is not there was stopped')
  const { count } = await rows.breakGlass.updateMany({ where: { id, endedAt: null, signedBy: row.signedBy }, data: { endedAt: now, endedBy: actor.personId } })
  // Somebody stopped it meanwhile; or somebody signed it, and it is open.
  if (count === 0) return { ok: false, refusal: (await rows.breakGlass.count({ where: { id, endedAt: null } })) === 0 ? 'already_over' : 'already_open' } as const
  return { ok: true, before: shown(row), after: shown({ ...row, endedAt: now, endedBy: actor.personId }) } as const
}
export async function stopBreakGlass(tx: PlatformWriter<'breakGlass.stop'>, { breakGlass }: z.infer<typeof StopBreakGlass>) {
  const stopped = await stop(tx, breakGlass, false)
  return stopped.ok ? tx.record({ before: stopped.before, after: stopped.after }, stopped.after) : tx.refuse(stopped.refusal)
}
export async function stopBreakGlassInTenant(tx: TenantWriter<'breakGlass.stopInTenant'>, { breakGlass }: z.infer<typeof StopBreakGlassInTenant>) {
  const stopped = await stop(tx, breakGlass, true)
  return stopped.ok ? tx.record({ before: stopped.before, after: stopped.after }, stopped.after) : tx.refuse(stopped.refusal)
}
