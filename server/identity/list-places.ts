import type { SelfReader } from '~/server/database/read'
import { type TenantShown, tenantShown, withOrganisation } from '~/server/tenants/tenant'

/** The tenants in which a person holds any role: where they can go. */
export async function listPlaces(db: SelfReader): Promise<TenantShown[]> {
  return (await db.rows.tenant.findMany({ orderBy: { id: 'asc' }, take: 500, include: withOrganisation })).map(tenantShown)
}
