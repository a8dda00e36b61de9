import { z } from 'zod'
import { Email, Handle, Uuid } from '~/server/api/inputs'
import type { TenantWriter } from '~/server/database/deed'
import { decideEnd, decideGrant, grantableRoles } from './decide-member'
import { heldAt } from './held'

export const GrantRole = z.strictObject({ tenant: Handle, email: Email, role: z.enum(grantableRoles), namespace: Handle.nullable() })
export const EndRole = z.strictObject({ tenant: Handle, binding: Uuid })

/** A role as the record keeps it: people by id. */
type BindingRow = { id: string; personId: string; role: string; namespaceId: string | null; validFrom: Date; validTo: Date | null }
const shown = ({ id, personId, role, namespaceId, validFrom, validTo }: BindingRow) =>
  ({ binding: id, person: personId, role, namespace: namespaceId, since: validFrom.toISOString(), until: validTo?.toISOString() ?? null })

/** The tenant's account is held since the deed began, so who holds what in it stands still while this decides. */
export async function grantRole(tx: TenantWriter<'members.grant'>, { email, role, namespace }: z.infer<typeof GrantRole>) {
  const { frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tx.tenant }, select: { frozenAt: true } })
  const place = namespace === null ? null : await tx.rows.namespace.findUnique({ where: { tenantId_id: { tenantId: tx.tenant, id: namespace } }, select: { id: true } })
  const person = await tx.findPerson(email)
  const holds = person !== null && (await tx.rows.roleBinding.count({ where: { tenantId: tx.tenant, namespaceId: namespace, personId: person.id, role, ...heldAt(tx.now) } })) > 0
  const state = { tenantFrozen: frozenAt !== null, namespaceKnown: namespace === null || place !== null, person: person?.id ?? null, holds }
  const decision = decideGrant(state, { role, namespace, by: tx.actor.personId })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const made = shown(await tx.rows.roleBinding.create({
    data: { personId: decision.person, role, tenantId: tx.tenant, namespaceId: namespace, validFrom: tx.now, grantedBy: tx.actor.personId },
  }))
  return tx.record({ before: null, after: made }, made)
}

/** Felt at the person's next request: roles are looked up every time. */
export async function endRole(tx: TenantWriter<'members.end'>, { binding: id }: z.infer<typeof EndRole>) {
  const { frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tx.tenant }, select: { frozenAt: true } })
  const binding = await tx.rows.roleBinding.findFirst({ where: { id, tenantId: tx.tenant } })
  const otherAdmins = await tx.rows.roleBinding.findMany({
    where: { id: { not: id }, tenantId: tx.tenant, role: 'tenant_admin', person: { disabledAt: null }, ...heldAt(tx.now) }, select: { personId: true },
  })
  const ended = binding !== null && binding.validTo !== null && binding.validTo <= tx.now
  const decision = decideEnd({ tenantFrozen: frozenAt !== null, binding: binding && { role: binding.role, ended }, otherAdmins: otherAdmins.length })
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!binding) throw new Error('a role that is not there was ended')
  await tx.rows.roleBinding.updateMany({ where: { id }, data: { validTo: tx.now } })
  const after = shown({ ...binding, validTo: tx.now })
  return tx.record({ before: shown(binding), after }, after)
}
