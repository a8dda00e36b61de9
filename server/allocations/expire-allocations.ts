import { admitByItself } from '~/server/admission/admit'
import { lookUnderLease } from '~/server/database/lease'
import { allAlone } from '~/server/shared/alone'
import { expireAllocation } from './change-allocation'

const atOnce = 500

/** Ends what is due: promises that nobody answered in time, what waited in vain, and what has run for as long as it was given. Each by its own decision, which looks again. */
export async function expireAllocations(lease: string): Promise<number> {
  const due = await lookUnderLease(lease, { loop: 'expire' }, ({ allocation }) => {
    const now = new Date()
    return allocation.findMany({ where: { endedAt: null, OR: [{ state: { in: ['held', 'waiting'] }, heldUntil: { lte: now } }, { state: { notIn: ['held', 'waiting'] }, endsAt: { lte: now } }] }, orderBy: { id: 'asc' }, take: atOnce, select: { id: true, tenantId: true } })
  })
  const answers = await allAlone(due ?? [], ({ id, tenantId }) => admitByItself({ action: 'allocations.expire', decider: expireAllocation, tenant: tenantId, input: { tenant: tenantId, allocation: id } }))
  return answers.filter(({ ok }) => ok).length
}
