import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { PlatformReader } from '~/server/database/read'
import { standingAt, type TwoWordsStanding } from './decide-disaster'

type Words = { readonly standing: TwoWordsStanding; readonly reason: string; readonly askedAt: string; readonly askedBy: string | null; readonly signedAt: string | null; readonly signedBy: string | null; readonly endedAt: string | null; readonly isOwn: boolean }
export type DisasterShown = Words & { readonly disaster: string; readonly region: string; readonly until: string }
export type FailoverShown = Words & { readonly failover: string; readonly tenant: string; readonly regions: readonly string[] }
/** The newest first; of one tenant, or of all. What is over is told as far as a page shows it. */
export const ListDisasters = z.strictObject({ of: Handle.nullable() })
const overMost = 20

export async function listDisasters({ rows, actor }: PlatformReader, { of }: z.infer<typeof ListDisasters>): Promise<{ disasters: DisasterShown[]; failovers: FailoverShown[] }> {
  const now = new Date()
  const order = [{ askedAt: 'desc' }, { id: 'desc' }] as const
  const going = await rows.residencyDisaster.findMany({ where: { endedAt: null, until: { gt: now } }, orderBy: [...order] })
  const over = await rows.residencyDisaster.findMany({ where: { OR: [{ endedAt: { not: null } }, { until: { lte: now } }] }, orderBy: [...order], take: overMost })
  const failovers = await rows.residencyFailover.findMany({ where: { endedAt: null, ...(of === null ? {} : { tenantId: of }) }, orderBy: [...order] })
  const ids = [...going, ...over, ...failovers].flatMap(({ askedBy, signedBy }) => [askedBy, signedBy ?? []].flat())
  const names = new Map((await rows.person.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true, name: true } })).map(({ id, name }) => [id, name]))
  const words = (row: { reason: string; askedAt: Date; askedBy: string; signedAt: Date | null; signedBy: string | null; endedAt: Date | null }, until: Date | null): Words => ({
    standing: standingAt({ ...row, until }, now), reason: row.reason, askedAt: row.askedAt.toISOString(), askedBy: names.get(row.askedBy) ?? null, signedAt: row.signedAt?.toISOString() ?? null, signedBy: names.get(row.signedBy ?? '') ?? null,
    endedAt: (row.endedAt ?? (until !== null && until <= now ? until : null))?.toISOString() ?? null, isOwn: row.askedBy === actor.personId,
  })
  return {
    disasters: [...going, ...over].map((row) => ({ disaster: row.id, region: row.regionId, until: row.until.toISOString(), ...words(row, row.until) })),
    failovers: failovers.map((row) => ({ failover: row.id, tenant: row.tenantId, regions: row.regions, ...words(row, null) })),
  }
}
