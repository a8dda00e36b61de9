import type { SelfReader } from '~/server/database/read'
import { type TenantShown, tenantShown, withOrganisation } from '~/server/tenants/tenant'

/** The tenants in which a person holds any role now: where they can go. */
export async function listPlaces(db: SelfReader): Promise<TenantShown[]> {
  const held = [...new Set(db.actor.bindings.flatMap(({ tenant }) => (tenant === null ? [] : [tenant])))]
  return (await db.rows.tenant.findMany({ where: { id: { in: held } }, orderBy: { id: 'asc' }, take: 500, include: withOrganisation })).map(tenantShown)
}
