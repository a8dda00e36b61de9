import type { SelfReader } from '~/server/database/read'
import { heldAt } from '~/server/members/held'

/** `grantedBy` is a name, or null for a role that was there before anybody granted any; `title` is what a role of the tenant's own is called now. */
export type RoleShown = { binding: string; role: string; title: string | null; tenant: string | null; namespace: string | null; since: string; until: string | null; grantedBy: string | null }

/** What one may do now, where, and by whose word. */
export async function listRoles(db: SelfReader): Promise<RoleShown[]> {
  const rows = await db.rows.roleBinding.findMany({
    where: { personId: db.personId, ...heldAt(db.now) }, orderBy: [{ validFrom: 'asc' }, { id: 'asc' }], take: 500,
    include: { granter: { select: { name: true } }, custom: { select: { versions: { orderBy: { version: 'desc' }, take: 1, select: { title: true } } } } },
  })
  return rows.map(({ id, role, tenantId, namespaceId, validFrom, validTo, granter, custom }) => ({
    binding: id, role, title: custom?.versions[0]?.title ?? null, tenant: tenantId, namespace: namespaceId, since: validFrom.toISOString(), until: validTo?.toISOString() ?? null, grantedBy: granter?.name ?? null,
  }))
}
