import type { TenantReader } from '~/server/database/read'
import { heldAt } from '~/server/members/held'
import { rolesMost } from './decide-role'
import { type RoleShown, roleShown } from './role'

/** The tenant's own roles, and how many hold each now. */
export async function listRoles(db: TenantReader): Promise<(RoleShown & { people: number })[]> {
  const rows = await db.rows.customRoleVersion.findMany({
    where: { tenantId: db.tenant, validTo: null }, orderBy: [{ title: 'asc' }, { roleId: 'asc' }], take: rolesMost,
    include: { role: { select: { _count: { select: { bindings: { where: heldAt(db.now) } } } } } },
  })
  return rows.map((row) => ({ ...roleShown(row), people: row.role._count.bindings }))
}
