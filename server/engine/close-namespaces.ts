import { admitByItself } from '~/server/admission/admit'
import { releaseAllocation } from '~/server/allocations/change-allocation'
import { thresholdEntry } from '~/server/audit/entry'
import { holdPlace } from '~/server/database/by-itself'
import type { Transaction } from '~/server/database/client'
import { lookUnderLease, underLease } from '~/server/database/lease'
import { noteAccess } from '~/server/database/note-access'
import { emptyPlace } from '~/server/namespaces/empty-place'
import { allAlone, eachAlone } from '~/server/shared/alone'

const workAtOnce = 200
type Closing = { readonly tenantId: string; readonly id: string; readonly closedBy: string | null }

/** Ends what runs in what is to be deleted, each by a decision and a posting of its own, and deletes it when nothing is left. Killed between any two of these, the next run goes on. What cannot be ended keeps no other place from going. */
export async function closeNamespaces(lease: string): Promise<number> {
  const closing = await lookUnderLease(lease, { loop: 'namespaces' }, ({ namespace }) =>
    namespace.findMany({ where: { closingAt: { not: null }, deletedAt: null }, orderBy: [{ tenantId: 'asc' }, { id: 'asc' }], select: { tenantId: true, id: true, closedBy: true } }))
  return (await eachAlone(closing ?? [], (place) => close(lease, place))).filter((isDeleted) => isDeleted).length
}

async function close(lease: string, place: Closing): Promise<boolean> {
  const scope = { tenant: place.tenantId, namespaces: '*' } as const
  const living = await lookUnderLease(lease, scope, ({ allocation }) => allocation.findMany({ where: { tenantId: place.tenantId, namespaceId: place.id, endedAt: null }, orderBy: { id: 'asc' }, take: workAtOnce, select: { id: true } }))
  await allAlone(living ?? [], ({ id }) => admitByItself({ action: 'allocations.release', decider: releaseAllocation, tenant: place.tenantId, input: { tenant: place.tenantId, allocation: id } }))
  return (await underLease(lease, scope, (sql) => finish(sql, place))) ?? false
}

async function finish(sql: Transaction, { tenantId: tenant, id, closedBy }: Closing): Promise<boolean> {
  const now = await holdPlace(sql, tenant)
  if (now === null) return false
  const isThere = (await sql.namespace.count({ where: { tenantId: tenant, id, deletedAt: null } })) > 0
  if (!isThere || closedBy === null || (await sql.allocation.count({ where: { tenantId: tenant, namespaceId: id, endedAt: null } })) > 0) return false
  const { givenBack, roles } = await emptyPlace(sql, { tenant, namespace: id, by: closedBy }, now)
  const entry = thresholdEntry({ verb: 'delete', resource: 'namespaces', name: id, actor: { serviceAccount: 'engine' }, outcome: 'done', reason: null, source: { address: 'engine', userAgent: 'engine', reference: `${tenant}/${id}` } })
  await noteAccess(sql, { ...entry, tenant, context: { closedBy, givenBack, roles } })
  return true
}
