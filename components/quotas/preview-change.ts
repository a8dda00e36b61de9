import { decideQuotaChange, type QuotaRefusal } from '~/server/quotas/decide-quota-change'
import { quotaRefusals } from '~/server/quotas/quota.refusals'
import type { LowersShown } from '~/server/quotas/lowers'
import { formatAmount, readAmount, wrongWith } from './amount'

/** A namespace's quota, and what the tenant has left to give. */
export type Changeable = { namespace: string; resource: string; limit: string; used: string; held: string; version: string; unshared: string; lowers: LowersShown | null; tenantFrozen: boolean }
export type Preview =
  | { ok: true; limit: string; says: string; change: string }
  | { ok: false; refusal: QuotaRefusal | 'not_a_number'; says: string }

/** What would follow, from the decision the engine will make: the same function, on what the page knows. */
export function previewChange(quota: Changeable, typed: string): Preview {
  const { resource, version, tenantFrozen } = quota
  const amount = readAmount(resource, typed)
  if (amount === null) return { ok: false, refusal: 'not_a_number', says: wrongWith(resource, typed) }
  const [limit, used, held, unshared] = [BigInt(quota.limit), BigInt(quota.used), BigInt(quota.held), BigInt(quota.unshared)]
  const decision = decideQuotaChange({ tenantFrozen, isOnItsWay: quota.lowers !== null, limit, used, held, unshared, version: BigInt(version) }, { limit: BigInt(amount), version: BigInt(version) })
  if (!decision.ok) return { ok: false, refusal: decision.refusal, says: `${quotaRefusals[decision.refusal].says} ${boundOf(decision.refusal, quota)}` }
  const figure = (value: bigint) => formatAmount(resource, value.toString())
  const left = unshared + limit - decision.limit
  return {
    ok: true, limit: amount, change: `${figure(limit)} → ${figure(decision.limit)}`,
    says: `${figure(decision.limit - used - held)} would be free in ${quota.namespace}. The tenant would have ${figure(left)} left to give.`,
  }
}

/** The nearest amount that would pass, where there is one; else the remedy. */
function boundOf(refusal: QuotaRefusal, { resource, limit, used, held, unshared }: Changeable): string {
  if (refusal === 'below_current_use') return `At least ${formatAmount(resource, (BigInt(used) + BigInt(held)).toString())}.`
  if (refusal === 'above_tenant_share') return `At most ${formatAmount(resource, (BigInt(limit) + BigInt(unshared)).toString())}.`
  return quotaRefusals[refusal].fix
}
