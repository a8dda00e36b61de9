import { z } from 'zod'
import { Email, Handle, Instant, noSecret, unprintable, Uuid } from '~/server/api/inputs'
import type { TenantWriter } from '~/server/database/deed'
import type { WriteAction } from '~/server/authorization/actions'
import { givenRoles, grantableRoles, type Place } from './decide-member'

/** A group's name is whatever its provider calls it. */
export const GroupName = z.string().min(1).max(128).refine((text) => text.trim() === text && !unprintable.test(text), 'has no spaces at its ends and no control characters').refine(...noSecret)

const where = { tenant: Handle, namespace: Handle.nullable(), until: Instant.nullable() }
/** `customRole` says which of the tenant's own roles, where it is one. */
const what = { ...where, role: z.enum(givenRoles), customRole: Uuid.nullable().default(null) }
const namesOne = ({ role, customRole }: { role: string; customRole: string | null }) => (role === 'custom') === (customRole !== null)
const ofOne = { path: ['customRole'], error: 'is one of the tenant’s own roles, where it is to be one' }
export const GrantRole = z.strictObject({ ...what, email: Email }).refine(namesOne, ofOne)
export const GrantMany = z.strictObject({ ...what, emails: z.array(Email).min(1).max(200) }).refine(namesOne, ofOne)
export const BindGroup = z.strictObject({ ...where, role: z.enum(grantableRoles), provider: Handle, group: GroupName })
export const EndRole = z.strictObject({ tenant: Handle, binding: Uuid })
export const UnbindGroup = z.strictObject({ tenant: Handle, groupBinding: Uuid })

export const momentOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))

/** A role as the record keeps it: people by id. */
type BindingRow = { id: string; personId: string; role: string; customRole: string | null; namespaceId: string | null; validFrom: Date; validTo: Date | null }
export const shown = ({ id, personId, role, customRole, namespaceId, validFrom, validTo }: BindingRow) =>
  ({ binding: id, person: personId, role, ...(customRole === null ? {} : { customRole }), namespace: namespaceId, since: validFrom.toISOString(), until: validTo?.toISOString() ?? null })

/** The tenant's account is held since the deed began, so who holds what in it stands still while this is decided. */
export async function placeOf(tx: Pick<TenantWriter<WriteAction>, 'rows' | 'tenant' | 'now'>, namespace: string | null, customRole: string | null = null): Promise<Place> {
  const { frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tx.tenant }, select: { frozenAt: true } })
  const namespaceKnown = namespace === null || (await tx.rows.namespace.count({ where: { tenantId: tx.tenant, id: namespace, closingAt: null } })) > 0
  const roleKnown = customRole === null || (await tx.rows.customRoleVersion.count({ where: { tenantId: tx.tenant, roleId: customRole, validTo: null } })) > 0
  return { tenantFrozen: frozenAt !== null, namespaceKnown, roleKnown, now: tx.now }
}
