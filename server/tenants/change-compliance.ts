import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { decideCompliance } from './decide-compliance'
import { Held, tenantShown, withOrganisation } from './tenant'

/** `was` is what the tenant was under when it was looked at: two who change it at once do not undo one another. */
export const ChangeCompliance = z.strictObject({ tenant: Handle, was: Held.compliance, compliance: Held.compliance })

/** From the next event on the record keeps as much as its levels say of a tenant under these. It is the platform's deed, and stands in the tenant's own record. */
export async function changeCompliance({ rows, record, refuse }: PlatformWriter<'tenants.changeCompliance'>, { tenant, was, compliance }: z.output<typeof ChangeCompliance>) {
  const before = tenantShown(await rows.tenant.findUniqueOrThrow({ where: { id: tenant }, include: withOrganisation }))
  const decision = decideCompliance(before, { was, compliance })
  if (!decision.ok) return refuse(decision.refusal)
  const after = tenantShown(await rows.tenant.update({ where: { id: tenant }, data: { compliance }, include: withOrganisation }))
  return record({ before, after }, after)
}
