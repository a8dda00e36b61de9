import type { Action } from '~/server/authorization/actions'
import { idsIn, subjectOf } from '~/server/staff/concern'
import type { Transaction } from './client'

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
/**
 * Of which tenants somebody of the platform names something. A case that its tenant was not told of is nobody's but the platform's: that somebody reads it would be the first that the tenant hears
 * of it.
 */
export async function tenantsConcerned(sql: Transaction, action: Action, asked: unknown): Promise<string[]> {
  const subject = subjectOf(action)
  if (subject === null || subject === 'tenant') return []
  const ids = idsIn(subject, asked).filter(isUuid)
  if (ids.length === 0) return []
  const found = subject === 'case' ? await sql.caseFile.findMany({ where: { id: { in: ids }, steps: { some: {} } }, select: { tenantId: true } })
    : subject === 'review' ? await sql.review.findMany({ where: { id: { in: ids } }, select: { tenantId: true } })
    : await sql.request.findMany({ where: { id: { in: ids } }, select: { tenantId: true } })
  return [...new Set(found.flatMap(({ tenantId }) => tenantId ?? []))]
}
