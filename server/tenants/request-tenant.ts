import { z } from 'zod'
import { Email, Handle, Prose, Title } from '~/server/api/inputs'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { newRequest, ruleNow, standing } from '~/server/requests/request'
import { decideTenantRequest } from './decide-tenant-request'
import { Held } from './tenant'
import type { NewTenant } from './tenant.kind'

/** The platform's own name is not a tenant's: its streams and its key stand under it. */
const asked = { name: Handle.refine((name) => name !== 'platform', 'is not the name of the platform'), title: Title, ...Held, purpose: Prose }
export const RequestTenant = z.strictObject({ organisation: Handle, ...asked, admin: Email })
export const RequestTenantBeside = z.strictObject({ tenant: Handle, ...asked })

/** On the platform whoever is known here may be named as its admin: to the platform, or in that organisation. */
export async function requestTenant(tx: PlatformWriter<'tenants.request'>, { organisation, admin, ...wish }: z.infer<typeof RequestTenant>) {
  const person = await tx.findPerson(admin, organisation)
  const decision = decideTenantRequest({
    ...(await stateOf(tx, wish)), tenantFrozen: false, personKnown: person !== null,
    organisationKnown: (await tx.rows.organisation.findUnique({ where: { id: organisation }, select: { id: true } })) !== null,
    nameTaken: (await tx.rows.tenant.findUnique({ where: { id: wish.name }, select: { id: true } })) !== null,
  }, wish)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const made = await open(tx, wish, { organisation, tenant: null, admin: person?.id ?? '' })
  return tx.record({ before: null, after: made.recorded }, made.standing)
}

/** In the asker's own organisation, and the asker becomes its admin. What others are called is not for them to know: whoever approves is told. */
export async function requestTenantBeside(tx: TenantWriter<'tenants.requestBeside'>, { tenant, ...wish }: z.infer<typeof RequestTenantBeside>) {
  const { organisationId, frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tenant } })
  const decision = decideTenantRequest({ ...(await stateOf(tx, wish)), organisationKnown: true, tenantFrozen: frozenAt !== null, personKnown: true, nameTaken: false }, wish)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const made = await open(tx, wish, { organisation: organisationId, tenant, admin: tx.actor.personId })
  return tx.record({ before: null, after: made.recorded }, made.standing)
}

type Asking = Pick<PlatformWriter<'tenants.request'>, 'rows' | 'actor' | 'now'>
type Wish = Omit<z.infer<typeof RequestTenantBeside>, 'tenant'>
const kind = 'tenant.create'

/** As far as the asker may see: row security shows them the requests of their own place, and their own. */
async function stateOf({ rows, actor }: Asking, { name, regions }: Wish) {
  const known = await rows.region.findMany({ where: { id: { in: regions } }, select: { id: true } })
  return {
    knownRegions: known.map(({ id }) => id),
    alreadyAsked: (await rows.request.count({ where: { kind, subject: name, state: 'open' } })) > 0,
    open: await rows.request.count({ where: { requestedBy: actor.personId, state: 'open' } }),
  }
}

async function open(tx: Asking, { name, purpose, ...wish }: Wish, { organisation, tenant, admin }: { organisation: string; tenant: string | null; admin: string }) {
  const payload: NewTenant = { organisation, tenant: name, ...wish, admin }
  const row = await tx.rows.request.create({ data: newRequest({ kind, organisation, tenant, level: 'platform', subject: name, payload, purpose, rule: await ruleNow(tx, { kind, level: 'platform', devices: 0n }) }, tx) })
  return { standing: standing(row), recorded: { ...standing(row), payload } }
}
