import type { AllocationState } from './decide-life'

export type AllocationShown = {
  allocation: string; namespace: string; name: string; class: string; priority: number; state: AllocationState; pods: number; amounts: { resource: string; amount: string }[]
  region: string | null; burst: boolean; preemptible: boolean; reserved: boolean; askedBy: string
  askedAt: string; heldUntil: string | null; admittedAt: string | null; runningAt: string | null; endsAt: string | null; endedAt: string | null; version: string
}

type Row = {
  id: string; namespaceId: string; name: string; class: string; priority: number; state: string; pods: number; resources: string[]; amounts: bigint[]; region: string | null; burst: boolean; preemptible: boolean
  reserved: boolean; askedBy: string; askedAt: Date; heldUntil: Date | null; admittedAt: Date | null; runningAt: Date | null; endsAt: Date | null; endedAt: Date | null; version: bigint
}
/** Of a row no more is read than is shown: what was wished for and where it was placed are long, and a list shows neither. It is what is kept of the past, too. */
export const shownColumns = {
  id: true, namespaceId: true, name: true, class: true, priority: true, state: true, pods: true, resources: true, amounts: true, region: true, burst: true, preemptible: true,
  reserved: true, askedBy: true, askedAt: true, heldUntil: true, admittedAt: true, runningAt: true, endsAt: true, endedAt: true, version: true,
} as const satisfies Record<keyof Row, true>
export const allocationShown = (row: Row): AllocationShown => ({
  allocation: row.id, namespace: row.namespaceId, name: row.name, class: row.class, priority: row.priority, state: row.state as AllocationState, pods: row.pods,
  amounts: row.resources.map((resource, at) => ({ resource, amount: String(row.amounts[at] ?? 0n) })), region: row.region, burst: row.burst, preemptible: row.preemptible, reserved: row.reserved, askedBy: row.askedBy,
  askedAt: row.askedAt.toISOString(), heldUntil: instant(row.heldUntil), admittedAt: instant(row.admittedAt), runningAt: instant(row.runningAt), endsAt: instant(row.endsAt), endedAt: instant(row.endedAt), version: row.version.toString(),
})
const instant = (at: Date | null) => at?.toISOString() ?? null
