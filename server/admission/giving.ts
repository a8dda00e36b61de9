/** What could give way, as whoever decides is shown it. */
import type { AllocationRow } from '~/server/database/lane'
import type { QueueRow } from '~/server/database/lane-queue'
import { goesFirst, type Lent } from '~/server/ledger/decide-reclaim'
import { placementOf } from './nodes-held'
import type { LentThere } from './placement/decide-lent-nodes'
import type { Pushing } from './priority/decide-aside'

export const inOrder = (rows: readonly QueueRow[], taken: ReadonlyMap<string, AllocationRow>): AllocationRow[] => rows.flatMap(({ id }) => taken.get(id) ?? []).sort((one, other) => goesFirst(lentOf(one), lentOf(other)))
/** With the pods of it that stand on these. */
export function standingOn(row: AllocationRow, nodes: ReadonlySet<string>): LentThere {
  if (row.placement === null) return lentOf(row)
  const { each, pods } = placementOf(row.placement)
  const there = pods.filter(({ node }) => nodes.has(node))
  return { ...lentOf(row), ...(there.length > 0 ? { stands: { each, pods: there } } : {}) }
}
export const lentOf = (row: AllocationRow): Lent => ({ allocation: row.id, tenant: row.tenant_id, priority: row.priority, since: row.admitted_at ?? row.asked_at, amounts: Object.fromEntries(row.resources.map((resource, at) => [resource, row.amounts[at] ?? '0'])), preemptions: row.preemptions })
export const keyOf = (organisation: string, { below, under, regions }: Pushing) => JSON.stringify([organisation, below, under, regions])
