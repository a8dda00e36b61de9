import type { z } from 'zod'
import type { WriteAction } from '~/server/authorization/actions'
import type { TenantWriter } from '~/server/database/deed'
import { decideEnd } from './decide-member'
import { heldAt } from './held'
import { type EndRole, placeOf, shown } from './member'

/** Felt at the person's next request: roles are looked up every time. */
export async function endRole(tx: TenantWriter<'members.end'>, { binding }: z.infer<typeof EndRole>) {
  const ended = await endBinding(tx, binding)
  return ended.ok ? tx.record({ before: ended.before, after: ended.after }, ended.after) : tx.refuse(ended.refusal)
}

/** The one way in which a role in a tenant ends before its time, whoever ends it. The tenant's account is held meanwhile. */
export async function endBinding(tx: Pick<TenantWriter<WriteAction>, 'rows' | 'tenant' | 'now'>, id: string) {
  const { tenantFrozen } = await placeOf(tx, null)
  const binding = await tx.rows.roleBinding.findFirst({ where: { id, tenantId: tx.tenant } })
  const lastingAdmins = await tx.rows.roleBinding.findMany({
    where: { id: { not: id }, tenantId: tx.tenant, role: 'tenant_admin', person: { disabledAt: null }, throughGroup: null, ...heldAt(tx.now), validTo: null }, select: { personId: true },
  })
  const ended = binding !== null && binding.validTo !== null && binding.validTo <= tx.now
  const decision = decideEnd({ tenantFrozen, binding: binding && { role: binding.role, ended, byGroup: binding.throughGroup !== null }, lastingAdmins: lastingAdmins.length })
  if (!decision.ok) return decision
  if (!binding) throw new Error('a role that is not there was ended')
  await tx.rows.roleBinding.updateMany({ where: { id }, data: { validTo: tx.now } })
  return { ok: true, before: shown(binding), after: shown({ ...binding, validTo: tx.now }) } as const
}
