import { z } from 'zod'
import { Email, Handle, Instant, Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { heldAt } from '~/server/members/held'
import { decideBegin, decideEnd } from './decide-delegation'
import { shown } from './delegation'

const asked = { email: Email, until: Instant, reason: Prose }
export const BeginDelegation = z.strictObject({ tenant: Handle, ...asked })
export const BeginDelegationOnPlatform = z.strictObject(asked)
export const EndDelegation = z.strictObject({ tenant: Handle, delegation: Uuid })
export const EndDelegationOnPlatform = z.strictObject({ delegation: Uuid })

type Writing = Pick<PlatformWriter<'delegations.beginOnPlatform'>, 'rows' | 'now' | 'actor' | 'tell'>
type Finding = Pick<PlatformWriter<'delegations.beginOnPlatform'>, 'findPerson'>

/** What holds now; a delegation says nothing of what is asked of its giver elsewhere. */
async function begin(tx: Writing & Finding, tenant: string | null, tenantFrozen: boolean, { email, until: last, reason }: z.infer<typeof BeginDelegationOnPlatform>) {
  const { rows, now, actor } = tx
  const until = new Date(last)
  const person = await tx.findPerson(email)
  const held = person === null ? [] : await rows.roleBinding.findMany({ where: { tenantId: tenant, personId: person.id, ...heldAt(now) }, select: { role: true } })
  const delegates = (await rows.delegation.count({ where: { tenantId: tenant, giverId: actor.personId, endedAt: null, until: { gt: now } } })) > 0
  const decision = decideBegin({ tenantFrozen, person: person?.id ?? null, held: held.map(({ role }) => role), delegates, now }, { until, by: actor.personId })
  if (!decision.ok) return decision
  const row = await rows.delegation.create({ data: { tenantId: tenant, giverId: actor.personId, delegateId: decision.delegate, reason, beganAt: now, until } })
  for (const one of [row.giverId, row.delegateId]) await tx.tell(one, 'delegation_began', { label: actor.name, delegate: person?.name ?? '', place: tenant, until: until.toISOString() })
  return { ok: true, made: shown(row), reason } as const
}
export async function beginDelegation(tx: TenantWriter<'delegations.begin'>, { tenant, ...wish }: z.infer<typeof BeginDelegation>) {
  const { frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: { frozenAt: true } })
  const begun = await begin(tx, tenant, frozenAt !== null, wish)
  return begun.ok ? tx.record({ before: null, after: { ...begun.made, reason: begun.reason } }, begun.made) : tx.refuse(begun.refusal)
}
export async function beginDelegationOnPlatform(tx: PlatformWriter<'delegations.beginOnPlatform'>, wish: z.infer<typeof BeginDelegationOnPlatform>) {
  const begun = await begin(tx, null, false, wish)
  return begun.ok ? tx.record({ before: null, after: { ...begun.made, reason: begun.reason } }, begun.made) : tx.refuse(begun.refusal)
}

async function end({ rows, now, actor, tell }: Writing, tenant: string | null, id: string) {
  const row = await rows.delegation.findFirst({ where: { id, tenantId: tenant }, include: { giver: { select: { name: true } }, delegate: { select: { name: true } } } })
  const runsIt = actor.bindings.some((held) => held.tenant === tenant && held.role === (tenant === null ? 'platform_admin' : 'tenant_admin'))
  const decision = decideEnd(row && { giver: row.giverId, delegate: row.delegateId, isOver: row.endedAt !== null || row.until <= now }, { by: actor.personId, runsIt })
  if (!decision.ok) return decision
  if (!row) throw new Error('a delegation that is not there was ended')
  await rows.delegation.updateMany({ where: { id, endedAt: null }, data: { endedAt: now, endedBy: actor.personId } })
  for (const one of [row.giverId, row.delegateId]) await tell(one, 'delegation_ended', { label: row.giver.name, delegate: row.delegate.name, place: tenant })
  return { ok: true, before: shown(row), after: shown({ ...row, endedAt: now }) } as const
}
export async function endDelegation(tx: TenantWriter<'delegations.end'>, { tenant, delegation }: z.infer<typeof EndDelegation>) {
  const ended = await end(tx, tenant, delegation)
  return ended.ok ? tx.record({ before: ended.before, after: ended.after }, ended.after) : tx.refuse(ended.refusal)
}
export async function endDelegationOnPlatform(tx: PlatformWriter<'delegations.endOnPlatform'>, { delegation }: z.infer<typeof EndDelegationOnPlatform>) {
  const ended = await end(tx, null, delegation)
  return ended.ok ? tx.record({ before: ended.before, after: ended.after }, ended.after) : tx.refuse(ended.refusal)
}
