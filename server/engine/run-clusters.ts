import { admitByItself } from '~/server/admission/admit'
import { failAllocation, runAllocation } from '~/server/allocations/change-allocation'
import { type By, type Happened, hearClusters } from '~/server/clusters/hear-clusters'
import type { Happening } from '~/server/clusters/take-report'
import { underLease } from '~/server/database/lease'
import { raiseEach } from '~/server/database/raise'

/** Hears the clusters, and says in the ledger what has begun and failed: each by its own deed. */
export async function runClusters(lease: string, by: By = {}): Promise<void> {
  await happen(lease, await hearClusters(lease, by), by.now?.toISOString())
}

/** What runs where it may not is ended at once, and told. */
async function happen(lease: string, { begun, failed }: Happened, at: string | undefined): Promise<void> {
  const fail = ({ tenant, allocation }: Happening, because: 'reported' | 'region_not_allowed') => admitByItself({ action: 'allocations.fail', decider: failAllocation, tenant, input: { tenant, allocation, because }, at })
  await Promise.all(failed.map((what) => fail(what, 'reported')))
  const answers = await Promise.all(begun.map(async (what) => ({ what, answer: await admitByItself({ action: 'allocations.run', decider: runAllocation, tenant: what.tenant, input: what, at }) })))
  const misplaced = answers.flatMap(({ what, answer }) => (!answer.ok && answer.refusal === 'region_not_allowed' ? [what] : []))
  if (misplaced.length === 0) return
  await underLease(lease, { loop: 'fleet' }, (sql) => raiseEach(sql, 'residency.violated', misplaced))
  await Promise.all(misplaced.map((what) => fail(what, 'region_not_allowed')))
}
