import { thresholdEntry } from '~/server/audit/entry'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { noteAccess } from '~/server/database/note-access'
import { lapsesAt, questionMs } from './decide-lapse'
import { lapsingKinds } from './kinds'

const atOnce = 100

/** Writes down what is over by its own time already, so that whoever asked is told and the record says when. Nothing depends on how soon. */
export async function lapseRequests(lease: string): Promise<number> {
  const over = await lookUnderLease(lease, scope, (sql) => overIn(sql, new Date()))
  return (over ?? []).length === 0 ? 0 : ((await underLease(lease, scope, lapseSome)) ?? 0)
}
const scope = { loop: 'requests' } as const

const overIn = (sql: Transaction, now: Date) => sql.request.findMany({
  where: { state: 'open', kind: { in: [...lapsingKinds] }, OR: [{ askedAt: null, deadline: { lte: now } }, { deadline: { lte: new Date(now.getTime() - questionMs) } }] },
  orderBy: [{ deadline: 'asc' }, { id: 'asc' }], take: atOnce, select: { id: true, kind: true, tenantId: true, deadline: true, askedAt: true },
})
async function lapseSome(sql: Transaction): Promise<number> {
  const now = new Date()
  let lapsed = 0
  for (const { id, kind, tenantId, ...clock } of await overIn(sql, now)) {
    // Whoever answers at this moment holds the row: what they made of it stays.
    const { count } = await sql.request.updateMany({ where: { id, state: 'open', deadline: clock.deadline, askedAt: clock.askedAt }, data: { state: 'lapsed', decidedAt: now, carriedOutAt: now, version: { increment: 1n } } })
    if (count === 0) continue
    lapsed++
    const entry = thresholdEntry({ verb: 'lapse', resource: 'requests', name: id, actor: { serviceAccount: 'engine' }, outcome: 'done', reason: null, source: { address: 'engine', userAgent: 'engine', reference: id } })
    await noteAccess(sql, { ...entry, tenant: tenantId, context: { kind, over: lapsesAt(clock).toISOString() } })
  }
  return lapsed
}
