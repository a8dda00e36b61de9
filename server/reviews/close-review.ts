import { paths } from '~/components/shell/paths'
import { thresholdEntry } from '~/server/audit/entry'
import { recordByItself } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { noteAccess } from '~/server/database/note-access'
import { raiseOnce } from '~/server/database/raise'
import { heldAt } from '~/server/members/held'
import { tell } from '~/server/notices/tell'
import { type LineState, stateBySilence } from './decide-review'
import { endAccess, type Line, tellEnded } from './end-access'

const linesAtOnce = 50

/** What the clock did of a review, in the record of its place. */
export const noted = (sql: Transaction, verb: string, tenant: string | null, id: string, context: Record<string, string | number>) =>
  noteAccess(sql, { ...thresholdEntry({ verb, resource: 'reviews', name: id, actor: { serviceAccount: 'engine' }, outcome: 'done', reason: null, source: { address: 'engine', userAgent: 'engine', reference: id } }), tenant, context })

/** What nobody kept is ended, so many at once; the last ones close the review. Whoever has been an admin for longest comes last, so that it is they who stay where one must. */
export async function closeReview(sql: Transaction, { id, tenantId: tenant }: { id: string; tenantId: string | null }, now: Date): Promise<'more' | 'done'> {
  const open = await sql.reviewLine.findMany({ where: { reviewId: id, state: 'open' }, orderBy: [{ since: 'desc' }, { id: 'asc' }], take: linesAtOnce })
  for (const line of open) await endBySilence(sql, line, now)
  if (open.length === linesAtOnce) return 'more'
  const counts = await sql.reviewLine.groupBy({ by: ['state'], where: { reviewId: id }, _count: true })
  const countOf = (state: LineState) => counts.find((one) => one.state === state)?._count ?? 0
  const admins = tenant === null ? await operators(sql) : (await sql.roleBinding.findMany({ where: { tenantId: tenant, role: 'tenant_admin', ...heldAt(now) }, select: { personId: true } })).map(({ personId }) => personId)
  await sql.review.updateMany({ where: { id }, data: { closedAt: now } })
  await tell(sql, admins, 'review_closed', { place: tenant, kept: String(countOf('kept')), ended: String(countOf('ended')) }, tenant === null ? paths.wholePlatformReview(id) : paths.wholeReview(tenant, id), { once: id })
  await noted(sql, 'close', tenant, id, { kept: countOf('kept'), ended: countOf('ended'), gone: countOf('gone'), spared: countOf('spared') })
  return 'done'
}
const operators = async (sql: Transaction): Promise<string[]> => (await sql.$queryRaw<{ person: string }[]>`SELECT o::text AS person FROM review_operators() AS o`).map(({ person }) => person)

async function endBySilence(sql: Transaction, line: Line, now: Date): Promise<void> {
  const made = await endAccess({ rows: sql, now }, line, null)
  const [after] = await sql.reviewLine.updateManyAndReturn({ where: { id: line.id, state: 'open' }, data: { state: stateBySilence(made.ok ? null : made.refusal), decidedAt: now, ...(!made.ok && made.refusal === 'last_admin' ? { asked: 'platform' } : {}) }, select: { state: true, reviewId: true } })
  if (after?.state === 'ended' && made.ok) {
    await recordByItself(sql, line.tenantId, { ...made, because: 'not_confirmed', reference: after.reviewId })
    await tellEnded(sql, line, made.people, 'silence')
  }
  if (after?.state === 'spared') {
    await raiseOnce(sql, 'review.last_admin', line.id, { review: after.reviewId, tenant: line.tenantId ?? 'platform', person: line.personId })
    await tell(sql, await operators(sql), 'review_spared', { place: line.tenantId }, paths.wholePlatformReview(after.reviewId), { once: line.id })
  }
}
