import { z } from 'zod'
import { Find } from '~/server/api/inputs'
import { containing, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader } from '~/server/database/read'
import { heldAt } from '~/server/members/held'

/** `roles` are those on the platform: what somebody holds in a tenant is the tenant's to know. */
export type PersonShown = { person: string; name: string; email: string; disabledAt: string | null; roles: string[] }
const byName = { by: [['name', 'name'], ['id', 'uuid']], way: 'asc' } as const satisfies Order
export const ListPeople = z.strictObject({ find: Find, ...Paged })

/** Everybody who is known here. */
export async function listPeople(db: PlatformReader, { find, ...asked }: z.infer<typeof ListPeople>): Promise<Page<PersonShown>> {
  const { rows, ...ends } = await pageOf(byName, asked, ({ where, ...part }) => db.rows.person.findMany({
    where: { AND: [containing(find, 'name', 'email'), where] }, ...part,
    select: { id: true, name: true, email: true, disabledAt: true, bindings: { where: { tenantId: null, ...heldAt(new Date()) }, select: { role: true }, orderBy: { role: 'asc' } } },
  }))
  return { rows: rows.map(({ id, name, email, disabledAt, bindings }) => ({ person: id, name, email, disabledAt: disabledAt?.toISOString() ?? null, roles: bindings.map(({ role }) => role) })), ...ends }
}
