import type { z } from 'zod'
import type { TenantReader } from '~/server/database/read'
import { heldAt } from '~/server/members/held'
import type { OnNamespace } from './namespace'

/** Who holds a role in this namespace alone, and until when. Who holds one in all of the tenant is among its members. */
export type NamespacePerson = { person: string; name: string; role: string; title: string | null; until: string | null }
const most = 200

export async function listPeople(db: TenantReader, { namespace }: z.infer<typeof OnNamespace>): Promise<NamespacePerson[]> {
  const rows = await db.rows.roleBinding.findMany({
    where: { tenantId: db.tenant, namespaceId: namespace, ...heldAt(db.now) }, orderBy: [{ person: { name: 'asc' } }, { id: 'asc' }], take: most,
    select: { role: true, validTo: true, person: { select: { id: true, name: true } }, custom: { select: { versions: { orderBy: { version: 'desc' }, take: 1, select: { title: true } } } } },
  })
  return rows.map(({ role, validTo, person, custom }) => ({ person: person.id, name: person.name, role, title: custom?.versions[0]?.title ?? null, until: validTo?.toISOString() ?? null }))
}
