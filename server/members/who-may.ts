import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import { type Action, isAction, specOf } from '~/server/authorization/actions'
import type { TenantReader } from '~/server/database/read'
import { heldAt } from './held'

export const WhoMay = z.strictObject({
  tenant: Handle,
  action: z.string().max(64).refine((name): name is Action => isAction(name) && specOf(name).on === 'tenant', 'is not an action on a tenant'),
})
const namesMost = 3

/** Whom to ask for something one may not do here: up to three who may, and the roles that allow it. No more of who is here than that. */
export async function whoMay(db: TenantReader, { action }: z.infer<typeof WhoMay>): Promise<{ roles: string[]; people: string[] }> {
  const spec = specOf(action as Action)
  const roles = spec.on === 'tenant' ? [...spec.roles] : []
  const people = await db.rows.person.findMany({
    where: { disabledAt: null, bindings: { some: { tenantId: db.tenant, namespaceId: null, role: { in: roles }, ...heldAt(new Date()) } } },
    orderBy: [{ name: 'asc' }, { id: 'asc' }], take: namesMost, select: { name: true },
  })
  return { roles, people: people.map(({ name }) => name) }
}
