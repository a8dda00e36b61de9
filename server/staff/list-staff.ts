import { z } from 'zod'
import { Find } from '~/server/api/inputs'
import { containing, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader } from '~/server/database/read'

/** `grantedBy` is a name, or null for the first of all. */
type StaffShown = { binding: string; person: string; name: string; email: string; role: string; since: string; until: string | null; grantedBy: string | null; isDisabled: boolean }
const byName = { by: [['person.name', 'name'], ['id', 'uuid']], way: 'asc' } as const satisfies Order
export const ListStaff = z.strictObject({ find: Find, ...Paged })

/** Who holds which role on the platform, as of now and before. */
export async function listStaff(db: PlatformReader, { find, ...asked }: z.infer<typeof ListStaff>): Promise<Page<StaffShown>> {
  const { rows, ...ends } = await pageOf(byName, asked, ({ where, ...part }) => db.rows.roleBinding.findMany({
    where: { AND: [{ tenantId: null }, containing(find, 'person.name', 'person.email'), where] }, ...part,
    include: { person: { select: { id: true, name: true, email: true, disabledAt: true } }, granter: { select: { name: true } } },
  }))
  return {
    rows: rows.map(({ id, person, role, validFrom, validTo, granter }) => ({
      binding: id, person: person.id, name: person.name, email: person.email, role, since: validFrom.toISOString(), until: validTo?.toISOString() ?? null, grantedBy: granter?.name ?? null, isDisabled: person.disabledAt !== null,
    })),
    ...ends,
  }
}
