import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import type { TenantReader } from '~/server/database/read'

/** Two of each record that a page shows: who did it, and for whom. */
const namedMost = 200
export const NameMembers = z.strictObject({ tenant: Handle, people: z.array(Uuid).max(namedMost) })
type MemberNamed = { person: string; name: string }

/** Who they are whose ids a page shows, of those who hold or held a role here, wherever they stand in the list of members. Anybody else is left out. */
export async function nameMembers({ rows, tenant }: TenantReader, { people }: z.infer<typeof NameMembers>): Promise<MemberNamed[]> {
  const found = await rows.roleBinding.findMany({ where: { tenantId: tenant, personId: { in: people } }, distinct: ['personId'], select: { person: { select: { id: true, name: true } } }, orderBy: { personId: 'asc' } })
  return found.map(({ person: { id, name } }) => ({ person: id, name }))
}
