import { admitByItself } from '~/server/admission/admit'
import { failAllocation } from '~/server/allocations/change-allocation'
import { compareFleet, keepRun } from '~/server/reconciliation/compare-fleet'
import { correctAccount } from '~/server/reconciliation/correct-account'

type By = { readonly now?: Date; readonly clusters?: readonly string[] }
/** Compares ledger and clusters, sets right what differs, each by its own deed, and keeps what came of it. Of these clusters alone, or of all. */
export async function reconcile(lease: string, { now, clusters }: By = {}): Promise<void> {
  const at = now?.toISOString()
  const compared = await compareFleet(lease, now ?? new Date(), clusters ?? null)
  if (!compared) return
  const settled = await Promise.allSettled([
    ...compared.fail.map(({ tenant, allocation }) => admitByItself({ action: 'allocations.fail', decider: failAllocation, tenant, input: { tenant, allocation, because: 'phantom' }, at })),
    ...compared.post.map(({ tenant, namespace, amounts }) => admitByItself({ action: 'reconciliation.correct', decider: correctAccount, tenant, input: { tenant, namespace, unexplained: amounts }, at })),
  ])
  await keepRun(lease, compared, settled.filter((one) => one.status === 'fulfilled' && one.value.ok).length)
  // What could not be set right keeps neither the others from it nor the run from being told.
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
