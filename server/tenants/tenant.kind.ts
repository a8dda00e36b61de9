import { z } from 'zod'
import { Handle, Title, Uuid } from '~/server/api/inputs'
import { type Approving, makeKind, type PersonShown } from '~/server/requests/kind'
import { decideNewTenant } from './decide-new-tenant'
import type { IsolationLevel, Regime, Trust } from './isolation'
import { Held } from './tenant'

/** A tenant as it was asked for. Its admin stands in it by id: an address may come to be somebody else's. */
export const NewTenant = z.strictObject({ organisation: Handle, tenant: Handle, title: Title, ...Held, admin: Uuid })
export type NewTenant = z.infer<typeof NewTenant>
type NewTenantShown = {
  organisation: string; tenant: string; title: string; isolationLevel: IsolationLevel; trust: Trust; regions: string[]; compliance: Regime[]; admin: PersonShown
}

export const newTenant = makeKind({
  asks: ['tenants.request', 'tenants.requestBeside'],
  payload: NewTenant,
  gainers: ({ admin }) => [admin],
  shown: ({ admin, ...tenant }, nameOf): NewTenantShown => ({ ...tenant, admin: nameOf(admin) }),
  inDeed: {
    load: async (rows, { organisation, tenant, regions, admin }) => ({
      nameTaken: (await rows.tenant.findUnique({ where: { id: tenant }, select: { id: true } })) !== null,
      regionsKnown: (await rows.region.count({ where: { id: { in: regions } } })) === regions.length,
      personKnown: (await rows.person.findUnique({ where: { id: admin, disabledAt: null }, select: { id: true } })) !== null,
      organisationKnown: (await rows.organisation.findUnique({ where: { id: organisation }, select: { id: true } })) !== null,
    }),
    decide: decideNewTenant,
    effect: createTenant,
  },
})

/** The place, an account that holds nothing, and somebody who may do everything in it: granted by whoever approved. */
async function createTenant({ rows, now, actor }: Approving, { organisation, tenant, admin, ...held }: NewTenant) {
  await rows.tenant.create({ data: { id: tenant, organisationId: organisation, ...held, createdAt: now }, select: { id: true } })
  const parentId = `platform/${organisation}`
  await rows.account.createMany({ data: [{ id: `${parentId}/${tenant}`, kind: 'tenant', parentId, organisationId: organisation, tenantId: tenant }] })
  await rows.roleBinding.createMany({ data: [{ personId: admin, role: 'tenant_admin', tenantId: tenant, validFrom: now, grantedBy: actor.personId }] })
  return { tenant, organisation, ...held, admin }
}
