import { z } from 'zod'
import { Find, Handle } from '~/server/api/inputs'
import { containing, type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { TenantReader } from '~/server/database/read'
import { heldAt } from './held'

/** `people` are those who hold the role by it now. */
export type GroupShown = { groupBinding: string; provider: string; group: string; role: string; namespace: string | null; since: string; until: string | null; grantedBy: string; people: number }
const byName = { by: [['groupName', 'name'], ['id', 'uuid']], way: 'asc' } as const satisfies Order
export const ListGroups = z.strictObject({ tenant: Handle, find: Find, ...Paged })

/** Which groups hold which role here, as of now and before. */
export async function listGroups(db: TenantReader, { find, ...asked }: z.infer<typeof ListGroups>): Promise<Page<GroupShown>> {
  const { rows, ...ends } = await pageOf(byName, asked, ({ where, ...part }) => db.rows.groupBinding.findMany({
    where: { AND: [{ tenantId: db.tenant }, containing(find, 'groupName', 'provider'), where] }, ...part,
    include: { granter: { select: { name: true } }, _count: { select: { bindings: { where: heldAt(db.now) } } } },
  }))
  return {
    rows: rows.map(({ id, provider, groupName, role, namespaceId, validFrom, validTo, granter, _count }) => ({
      groupBinding: id, provider, group: groupName, role, namespace: namespaceId, since: validFrom.toISOString(), until: validTo?.toISOString() ?? null, grantedBy: granter.name, people: _count.bindings,
    })),
    ...ends,
  }
}
