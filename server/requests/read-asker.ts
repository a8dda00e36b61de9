import { type LatelyUsed, meanLately } from '~/server/allocations/use'
import type { ReadRows } from '~/server/database/rows'
import { stateOf } from './kinds'
import type { AskerShown } from './show-requests'

const [lastMost, heldMost, lately] = [5, 200, 7 * 24 * 3_600_000]

/** What is told of whoever asked, to whoever decides: as far as the reader's own rows reach, and nothing of what they do elsewhere. `tenant` is null on the platform, which sees no allocation. */
export async function readAsker(rows: ReadRows, { id, requestedBy }: { id: string; requestedBy: string }, reader: string, tenant: string | null): Promise<AskerShown> {
  const theirs = { requestedBy, id: { not: id }, ...(tenant === null ? {} : { tenantId: tenant }) }
  const last = await rows.request.findMany({ where: theirs, orderBy: [{ requestedAt: 'desc' }, { id: 'desc' }], take: lastMost, select: { id: true, subject: true, kind: true, state: true, byRule: true, requestedAt: true, deadline: true, askedAt: true } })
  const now = new Date()
  const yoursBefore = await rows.request.count({ where: { ...theirs, state: 'approved', words: { some: { kind: 'yes', personId: reader } } } })
  return {
    last: last.map((request) => ({ request: request.id, subject: request.subject, kind: request.kind, state: stateOf(request, now), byRule: request.byRule === 'approved', at: request.requestedAt.toISOString() })),
    yoursBefore, use: tenant === null ? null : await measuredOf(rows, tenant, requestedBy),
  }
}

/** Of all that they asked for and that was given, on the days on which it was measured. */
async function measuredOf(rows: ReadRows, tenantId: string, person: string): Promise<LatelyUsed> {
  const since = new Date(Date.now() - lately)
  const held = await rows.allocation.findMany({ where: { tenantId, askedBy: person, admittedAt: { not: null }, OR: [{ endedAt: null }, { endedAt: { gt: since } }] }, orderBy: { askedAt: 'desc' }, take: heldMost, select: { id: true } })
  return meanLately(await rows.useDay.findMany({ where: { allocationId: { in: held.map(({ id }) => id) }, day: { gt: since } }, select: { samples: true, gpuUse: true } }))
}
