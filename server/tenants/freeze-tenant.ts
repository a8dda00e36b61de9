import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { decideFreeze, decideThaw } from './decide-freeze'
import { tenantShown, withOrganisation } from './tenant'

export const FreezeTenant = z.strictObject({ tenant: Handle })
type Wish = z.infer<typeof FreezeTenant>

/** Nothing in a frozen tenant can be changed, and all of it can be read. It is the platform's deed, and stands in the tenant's own record. */
export async function freezeTenant(tx: PlatformWriter<'tenants.freeze'>, wish: Wish) {
  const before = await tx.rows.tenant.findUniqueOrThrow({ where: { id: wish.tenant }, include: withOrganisation })
  const decision = decideFreeze(before)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const after = await tx.rows.tenant.update({ where: { id: wish.tenant }, data: { frozenAt: tx.now }, include: withOrganisation })
  return tx.record({ before: tenantShown(before), after: tenantShown(after) }, tenantShown(after))
}

export async function thawTenant(tx: PlatformWriter<'tenants.thaw'>, wish: Wish) {
  const before = await tx.rows.tenant.findUniqueOrThrow({ where: { id: wish.tenant }, include: withOrganisation })
  const decision = decideThaw(before)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const after = await tx.rows.tenant.update({ where: { id: wish.tenant }, data: { frozenAt: null }, include: withOrganisation })
  return tx.record({ before: tenantShown(before), after: tenantShown(after) }, tenantShown(after))
}
