import { z } from 'zod'
import { importResidency, ResidencyDocument } from '~/server/admission/residency/import-residency'
import { failoverOf, residencyAt } from '~/server/admission/residency/decide-failover'
import type { KnownRegion, Residency } from '~/server/admission/residency/decide-residency'
import type { ResidencyPolicy } from '~/server/admission/residency/residency-policy'
import { Handle } from '~/server/api/inputs'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader } from '~/server/database/read'
import type { Json } from '~/server/shared/canonical'
import { decideDraft, type DraftEffect } from './decide-draft'
import { disastersIn, preparedIn, residencyOf } from './look'

/** A document as other tools write it, of this tenant and no other. */
export const TryResidency = z.strictObject({ tenant: Handle, document: ResidencyDocument }).refine(({ tenant, document }) => document.tenant_id === tenant, { path: ['document', 'tenant_id'], message: 'names this tenant, and no other' })
/** `body` is what is signed if it is to hold. */
export type Tried = DraftEffect & { readonly body: z.infer<typeof ResidencyPolicy>; readonly warnings: readonly string[] }

export async function tryResidency({ rows }: PlatformReader, { tenant, document }: z.infer<typeof TryResidency>): Promise<Tried> {
  const known = (await rows.region.findMany({ select: { id: true, jurisdiction: true } })).map(({ id, jurisdiction }) => ({ region: id, jurisdiction: jurisdiction as KnownRegion['jurisdiction'] }))
  const of = await rows.tenant.findUnique({ where: { id: tenant }, select: { regions: true } })
  if (!of) throw new Denied('not_found')
  const said = (kind: string, tenantId: string | null) => rows.policy.findFirst({ where: { tenantId, kind, validTo: null }, select: { body: true } })
  const held = await said('residency', tenant)
  const failover = failoverOf(preparedIn(await said('failover', tenant)), disastersIn(await said('disasters', null)))
  const stays = await rows.residencyStay.findMany({ where: { tenantId: tenant, until: null }, select: { work: true, region: true, placed: true, gpuMilli: true } })
  const { policy, warnings } = importResidency(document, known)
  const { contains: _, ...draft } = policy
  const at = (residency: Residency) => residencyAt(residency, failover, known, new Date().toISOString())
  const now = held ? residencyOf(held.body as Json) : { jurisdiction: null, allowed: of.regions, prohibited: [] }
  return { body: policy, warnings, ...decideDraft(at(now), at(draft), known, stays.map(({ work, region, placed, gpuMilli }) => ({ work, region: region ?? placed, gpuMilli }))) }
}
