import type { TenantReader } from '~/server/database/read'

/** The latest so many, with the facts that each was decided on, as they were kept. */
export const findWishes = ({ rows }: TenantReader, most: number) =>
  rows.decision.findMany({ where: { action: 'allocations.create' }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: most, select: { allocationId: true, at: true, facts: true } })
