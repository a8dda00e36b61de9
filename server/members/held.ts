import type { ReadRows, WriteRows } from '~/server/database/rows'

/** Of what holds from a moment to another: what holds now. */
export const heldAt = (now: Date) => ({ validFrom: { lte: now }, OR: [{ validTo: null }, { validTo: { gt: now } }] })

/**
 * Ends what is held of these, and says whose it was. Whoever signs in or takes a link holds no place, and begins a role at the moment at which they came: that may be after the one at which this deed
 * began, and they are found all the same. For whoever has ended before what such a role comes by, the group's row or the link: then whoever is just coming was waited for, and none comes after.
 */
export async function endHeld({ roleBinding }: Pick<WriteRows, 'roleBinding'>, which: { throughGroup: string } | { customRole: string } | { tenantId: string; namespaceId: string }, now: Date): Promise<string[]> {
  const ended = await roleBinding.updateManyAndReturn({ where: { ...which, ...heldAt(now) }, data: { validTo: now }, select: { personId: true } })
  const later = await roleBinding.findMany({ where: { ...which, validFrom: { gt: now } }, select: { id: true, personId: true, validFrom: true, validTo: true } })
  const begun = later.filter(({ validFrom, validTo }) => validTo === null || validTo > validFrom)
  // The database counts finer than this does: a thousandth later is not before it began.
  for (const { id, validFrom } of begun) await roleBinding.updateMany({ where: { id }, data: { validTo: new Date(validFrom.getTime() + 1) } })
  return [...ended, ...begun].map(({ personId }) => personId)
}

type Bindings = Pick<ReadRows, 'roleBinding'>
/** The admins of a tenant, who are told what they can do something about: each once, by however many ways they are one. */
export const adminsOf = ({ roleBinding }: Bindings, tenant: string, now: Date): Promise<string[]> =>
  roleBinding.findMany({ where: { tenantId: tenant, namespaceId: null, role: 'tenant_admin', ...heldAt(now) }, select: { personId: true } }).then(peopleIn)
/** Everybody who works on the platform. */
export const staffNow = ({ roleBinding }: Bindings, now: Date): Promise<string[]> => roleBinding.findMany({ where: { tenantId: null, namespaceId: null, ...heldAt(now) }, select: { personId: true } }).then(peopleIn)
const peopleIn = (held: readonly { readonly personId: string }[]) => [...new Set(held.map(({ personId }) => personId))]
