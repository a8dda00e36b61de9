import type { TenantReader } from '~/server/database/read'

export type MemberShown = { person: string; name: string; email: string; role: string; namespace: string | null; since: string; until: string | null }

/** Who holds which role here, as of now and before: a role that ended stays in the list with its end. */
export async function listMembers(db: TenantReader): Promise<MemberShown[]> {
  const rows = await db.rows.roleBinding.findMany({
    where: { tenantId: db.tenant }, orderBy: [{ personId: 'asc' }, { validFrom: 'desc' }], take: 1000,
    include: { person: { select: { id: true, name: true, email: true } } },
  })
  return rows.map(({ person, role, namespaceId, validFrom, validTo }) => ({
    person: person.id, name: person.name, email: person.email, role, namespace: namespaceId, since: validFrom.toISOString(), until: validTo?.toISOString() ?? null,
  })).sort((a, b) => a.name.localeCompare(b.name, 'en') || a.role.localeCompare(b.role, 'en'))
}
