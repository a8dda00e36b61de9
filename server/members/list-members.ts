import { z } from 'zod'
import { Find, Handle } from '~/server/api/inputs'
import { containing, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { TenantReader } from '~/server/database/read'

/** `grantedBy` is a name, or null for a role that was there before anybody granted any; `group` is the one by which it is held, if it is. */
export type MemberShown = {
  binding: string; person: string; name: string; email: string; role: string; namespace: string | null; since: string; until: string | null; grantedBy: string | null
  group: string | null
  /** What a role of the tenant's own is called now, or was at its end. */
  title: string | null
}
const byName = { by: [['person.name', 'name'], ['id', 'uuid']], way: 'asc' } as const satisfies Order
export const ListMembers = z.strictObject({ tenant: Handle, find: Find, ...Paged })

/** Who holds which role here, as of now and before: a role that ended stays in the list with its end. */
export async function listMembers(db: TenantReader, { find, ...asked }: z.infer<typeof ListMembers>): Promise<Page<MemberShown>> {
  const { rows, ...ends } = await pageOf(byName, asked, ({ where, ...part }) => db.rows.roleBinding.findMany({
    where: { AND: [{ tenantId: db.tenant }, containing(find, 'person.name', 'person.email'), where] }, ...part,
    include: {
      person: { select: { id: true, name: true, email: true } }, granter: { select: { name: true } }, group: { select: { groupName: true } },
      custom: { select: { versions: { orderBy: { version: 'desc' }, take: 1, select: { title: true } } } },
    },
  }))
  return {
    rows: rows.map(({ id, person, role, namespaceId, validFrom, validTo, granter, group, custom }) => ({
      binding: id, person: person.id, name: person.name, email: person.email, role, namespace: namespaceId, since: validFrom.toISOString(), until: validTo?.toISOString() ?? null,
      grantedBy: granter?.name ?? null, group: group?.groupName ?? null, title: custom?.versions[0]?.title ?? null,
    })),
    ...ends,
  }
}
