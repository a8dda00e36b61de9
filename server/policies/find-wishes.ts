import type { TenantReader } from '~/server/database/read'
import type { Json } from '~/server/shared/canonical'

/** What holds in the tenant now, said by the platform and by itself. */
export async function findHeld({ rows, tenant }: TenantReader): Promise<{ tenant: string | null; kind: string; body: Json }[]> {
  const held = await rows.policy.findMany({ where: { validTo: null, OR: [{ tenantId: tenant }, { tenantId: null }] }, select: { tenantId: true, kind: true, body: true } })
  return held.map(({ tenantId, kind, body }) => ({ tenant: tenantId, kind, body: body as Json }))
}

/** The latest so many, with the facts that each was decided on, as they were kept. */
export const findWishes = ({ rows }: TenantReader, most: number) =>
  rows.decision.findMany({ where: { action: 'allocations.create' }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: most, select: { allocationId: true, at: true, facts: true } })
