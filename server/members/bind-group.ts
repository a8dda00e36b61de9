import type { z } from 'zod'
import type { WriteAction } from '~/server/authorization/actions'
import type { TenantWriter } from '~/server/database/deed'
import { findProvider } from '~/server/providers/provider'
import { decideBind, decideUnbind, groupMost } from './decide-member'
import { isTheirs } from './decide-theirs'
import { roleBy } from './group-roles'
import { endHeld, heldAt } from './held'
import { type BindGroup, momentOf, placeOf, type UnbindGroup } from './member'

type Row = { id: string; provider: string; groupName: string; role: string; namespaceId: string | null; validFrom: Date; validTo: Date | null }
const shown = ({ id, provider, groupName, role, namespaceId, validFrom, validTo }: Row, people: readonly string[]) =>
  ({ groupBinding: id, provider, group: groupName, role, namespace: namespaceId, since: validFrom.toISOString(), until: validTo?.toISOString() ?? null, people: [...people] })

/** Whoever is known to be in the group has the role with this deed; whoever comes to be in it, at their next sign-in. */
export async function bindGroup(tx: TenantWriter<'members.bindGroup'>, { provider, group, role, namespace, until }: z.infer<typeof BindGroup>) {
  const place = await placeOf(tx, namespace)
  const where = { tenantId: tx.tenant, provider, groupName: group, role, namespaceId: namespace }
  const isBound = (await tx.rows.groupBinding.count({ where: { ...where, ...heldAt(tx.now) } })) > 0
  const decision = decideBind({ ...place, isTheirs: isTheirs(findProvider(provider)?.groupsOf ?? null, tx.tenant, group), isBound }, { role, namespace, until: momentOf(until) })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const made = await tx.rows.groupBinding.create({ data: { ...where, validFrom: tx.now, validTo: momentOf(until), grantedBy: tx.actor.personId } })
  // Only of a group that is bound can it be known who is in it. Were there too many, the binding goes with the refusal.
  const members = await tx.rows.personGroup.findMany({ where: { provider, groupName: group, validTo: null, personId: { not: tx.actor.personId } }, select: { personId: true }, take: groupMost + 1 })
  if (members.length > groupMost) return tx.refuse('group_too_large')
  await tx.rows.roleBinding.createMany({ data: members.map(({ personId }) => roleBy(made, personId, tx.now)) })
  const after = shown(made, members.map(({ personId }) => personId))
  return tx.record({ before: null, after }, after)
}

export async function unbindGroup(tx: TenantWriter<'members.unbindGroup'>, { groupBinding }: z.infer<typeof UnbindGroup>) {
  const ended = await endGroup(tx, groupBinding)
  return ended.ok ? tx.record({ before: ended.before, after: ended.after }, ended.after) : tx.refuse(ended.refusal)
}

/** Everybody's role by it ends with it. */
export async function endGroup(tx: Pick<TenantWriter<WriteAction>, 'rows' | 'tenant' | 'now'>, id: string) {
  const { tenantFrozen } = await placeOf(tx, null)
  const binding = await tx.rows.groupBinding.findFirst({ where: { id, tenantId: tx.tenant } })
  const decision = decideUnbind({ tenantFrozen, binding: binding && { ended: binding.validTo !== null && binding.validTo <= tx.now } })
  if (!decision.ok) return decision
  if (!binding) throw new Error('a group that is not bound was unbound')
  // The group first: whoever signs in at this moment waits for it, and then finds that it has no such role.
  await tx.rows.groupBinding.updateMany({ where: { id }, data: { validTo: tx.now } })
  const people = await endHeld(tx.rows, { throughGroup: id }, tx.now)
  return { ok: true, before: shown(binding, []), after: shown({ ...binding, validTo: tx.now }, people) } as const
}
