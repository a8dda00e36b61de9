import { z } from 'zod'
import { Email, Handle, Instant, unprintable, Uuid } from '~/server/api/inputs'
import type { TenantWriter } from '~/server/database/deed'
import type { WriteAction } from '~/server/authorization/actions'
import { grantableRoles, type Place } from './decide-member'

/** A group's name is whatever its provider calls it. */
export const GroupName = z.string().min(1).max(128).refine((text) => text.trim() === text && !unprintable.test(text), 'has no spaces at its ends and no control characters')

const what = { tenant: Handle, role: z.enum(grantableRoles), namespace: Handle.nullable(), until: Instant.nullable() }
export const GrantRole = z.strictObject({ ...what, email: Email })
export const GrantMany = z.strictObject({ ...what, emails: z.array(Email).min(1).max(200) })
export const BindGroup = z.strictObject({ ...what, provider: Handle, group: GroupName })
export const EndRole = z.strictObject({ tenant: Handle, binding: Uuid })
export const UnbindGroup = z.strictObject({ tenant: Handle, groupBinding: Uuid })

export const momentOf = (instant: string | null): Date | null => (instant === null ? null : new Date(instant))

/** A role as the record keeps it: people by id. */
type BindingRow = { id: string; personId: string; role: string; namespaceId: string | null; validFrom: Date; validTo: Date | null }
export const shown = ({ id, personId, role, namespaceId, validFrom, validTo }: BindingRow) =>
  ({ binding: id, person: personId, role, namespace: namespaceId, since: validFrom.toISOString(), until: validTo?.toISOString() ?? null })

/** The tenant's account is held since the deed began, so who holds what in it stands still while this is decided. */
export async function placeOf(tx: Pick<TenantWriter<WriteAction>, 'rows' | 'tenant' | 'now'>, namespace: string | null): Promise<Place> {
  const { frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tx.tenant }, select: { frozenAt: true } })
  const namespaceKnown = namespace === null || (await tx.rows.namespace.count({ where: { tenantId: tx.tenant, id: namespace } })) > 0
  return { tenantFrozen: frozenAt !== null, namespaceKnown, now: tx.now }
}
