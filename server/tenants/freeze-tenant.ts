import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import { decideFreeze, decideThaw } from './decide-freeze'
import { tenantShown, withOrganisation } from './tenant'

export const FreezeTenant = z.strictObject({ tenant: Handle })
type Wish = z.infer<typeof FreezeTenant>

type Writer = Pick<PlatformWriter<WriteAction>, 'rows' | 'now'>

/** The one way in which a tenant is frozen, whoever does it. Nothing in it can be changed then, and all of it can be read. It is the platform's deed, and stands in the tenant's own record. */
export async function freeze({ rows, now }: Writer, tenant: string) {
  const before = await rows.tenant.findUniqueOrThrow({ where: { id: tenant }, include: withOrganisation })
  const decision = decideFreeze(before)
  if (!decision.ok) return decision
  const after = await rows.tenant.update({ where: { id: tenant }, data: { frozenAt: now }, include: withOrganisation })
  return { ok: true, before: tenantShown(before), after: tenantShown(after) } as const
}
export async function freezeTenant(tx: PlatformWriter<'tenants.freeze'>, wish: Wish) {
  const frozen = await freeze(tx, wish.tenant)
  return frozen.ok ? tx.record({ before: frozen.before, after: frozen.after }, frozen.after) : tx.refuse(frozen.refusal)
}

export async function thaw({ rows }: Writer, tenant: string) {
  const before = await rows.tenant.findUniqueOrThrow({ where: { id: tenant }, include: withOrganisation })
  const decision = decideThaw(before)
  if (!decision.ok) return decision
  const after = await rows.tenant.update({ where: { id: tenant }, data: { frozenAt: null }, include: withOrganisation })
  return { ok: true, before: tenantShown(before), after: tenantShown(after) } as const
}
export async function thawTenant(tx: PlatformWriter<'tenants.thaw'>, wish: Wish) {
  const thawed = await thaw(tx, wish.tenant)
  return thawed.ok ? tx.record({ before: thawed.before, after: thawed.after }, thawed.after) : tx.refuse(thawed.refusal)
}
