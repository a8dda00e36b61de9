import type { WriteRows } from '~/server/database/rows'
import { decideGroups } from './decide-groups'
import { heldAt } from './held'

/**
 * Notes in which groups of a provider a person is now, and makes and ends the roles that follow: for who signs in by it, in a step that works for
 * `{ person, provider }` and holds the person, at a moment after it began to: whoever came in at once has written before. What the groups are called decides nothing by itself: a role comes only of a tenant's own binding, and there is none of the platform's.
 * Roles by other providers' groups, and roles given to the person, stay as they are. Who is in no group any more loses every role by one.
 */
export async function applyGroups(rows: WriteRows, person: string, provider: string, groups: readonly string[], now: Date): Promise<{ made: number; ended: number }> {
  const named = [...new Set(groups)]
  await rows.personGroup.updateMany({ where: { personId: person, provider, validTo: null, groupName: { notIn: named } }, data: { validTo: now } })
  await rows.personGroup.createMany({ data: named.map((groupName) => ({ personId: person, provider, groupName, validFrom: now })), skipDuplicates: true })
  const bound = await rows.groupBinding.findMany({ where: { provider, groupName: { in: named }, ...heldAt(now) } })
  const held = await rows.roleBinding.findMany({ where: { personId: person, group: { provider }, ...heldAt(now) }, select: { id: true, throughGroup: true } })
  const { make, end } = decideGroups(person, bound, held.flatMap(({ id, throughGroup }) => (throughGroup === null ? [] : [{ id, throughGroup }])))
  const ended = await rows.roleBinding.updateMany({ where: { id: { in: end } }, data: { validTo: now } })
  const made = await rows.roleBinding.createMany({ data: make.map((binding) => roleBy(binding, person, now)), skipDuplicates: true })
  return { made: made.count, ended: ended.count }
}

type Bound = { id: string; tenantId: string; namespaceId: string | null; role: string; validTo: Date | null; grantedBy: string }
/** The role of one person that a group's is, in a list where every role is one row. */
export const roleBy = ({ id, tenantId, namespaceId, role, validTo, grantedBy }: Bound, personId: string, now: Date) =>
  ({ personId, role, tenantId, namespaceId, validFrom: now, validTo, grantedBy, throughGroup: id })
