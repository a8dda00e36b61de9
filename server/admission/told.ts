/** What a batch tells whoever asked for something that nobody decided just then: that others have its place, or that it waits for room no more. */
import { paths } from '~/components/shell/paths'
import type { AllocationRow } from '~/server/database/lane'
import type { Written } from '~/server/database/lane-write'

type Told = Written['told'][number]
type Kind = Told['kind']
const tell = ({ id, tenant_id: tenant, namespace_id: namespace, asked_by: person, name }: AllocationRow, at: string, kind: Kind, more: Readonly<Record<string, string>>): Told => (
  { person, kind, body: JSON.stringify({ label: name, ...more }), path: paths.allocation(tenant, id), needs: JSON.stringify({ action: 'allocations.create', tenant, namespace }), at }
)

/** Why, as far as it is theirs to know, and whether it waits for its turn again or is over. */
export const tellPreempted = (before: AllocationRow, state: string, at: string): Told => tell(before, at, 'allocation_preempted', { kind: before.burst ? 'lent' : 'urgent', state: state === 'waiting' ? 'waits' : 'over' })
/** Its turn came: it has room now, needs somebody's yes first, or is not allowed any more. */
export const tellWaitOver = (row: AllocationRow, state: string, at: string): Told => tell(row, at, 'wait_over', { state })
