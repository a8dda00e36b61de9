import type { ReadRows } from '~/server/database/rows'

/** Of what holds from a moment to another: what holds now. */
export const heldAt = (now: Date) => ({ validFrom: { lte: now }, OR: [{ validTo: null }, { validTo: { gt: now } }] })

type Bindings = Pick<ReadRows, 'roleBinding'>
/** The admins of a tenant, who are told what they can do something about: each once, by however many ways they are one. */
export const adminsOf = ({ roleBinding }: Bindings, tenant: string, now: Date): Promise<string[]> =>
  roleBinding.findMany({ where: { tenantId: tenant, namespaceId: null, role: 'tenant_admin', ...heldAt(now) }, select: { personId: true } }).then(peopleIn)
/** Everybody who works on the platform. */
export const staffNow = ({ roleBinding }: Bindings, now: Date): Promise<string[]> => roleBinding.findMany({ where: { tenantId: null, namespaceId: null, ...heldAt(now) }, select: { personId: true } }).then(peopleIn)
const peopleIn = (held: readonly { readonly personId: string }[]) => [...new Set(held.map(({ personId }) => personId))]
