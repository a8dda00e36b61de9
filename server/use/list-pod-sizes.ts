import { type AskedFor, askedOf } from '~/server/allocations/asked'
import type { TenantReader } from '~/server/database/read'
import type { PodUseOf } from '~/server/database/sums'
import { grouped } from '~/server/shared/grouped'
import { decidePodSize, type PodResource, samplesOf } from './decide-pod-size'

/** In smallest units, of one pod. */
export type PodSizeShown = { has: string; enough: string; lower: string; upper: string; samples: number }
/** What of a pod would do with less, and how it was asked for, so that it can be asked for so; a resource is null where it has what it needs, or nobody knows. */
export type PodSizes = { allocation: string; name: string; namespace: string; class: string; pods: number; days: number; cpu: PodSizeShown | null; memory: PodSizeShown | null; asked: AskedFor | null; purpose: string }
const [lookedAtMost, shownMost, latelyDays, dayMs] = [500, 50, 7, 86_400_000]

/** What would do with half of its cores or of its memory, by a week of looks: what holds most cores first. */
export async function listPodSizes(db: TenantReader, namespace: string | null): Promise<PodSizes[]> {
  const found = await db.sums.podUse(namespace, new Date(Date.now() - latelyDays * dayMs), lookedAtMost)
  const large = found.flatMap(({ days, cpu, memory, ...of }) => {
    const sizes = { cpu: sizeOf('cpu', cpu, days), memory: sizeOf('memory', memory, days) }
    return sizes.cpu || sizes.memory ? [{ ...of, ...sizes, days: days.length }] : []
  }).slice(0, shownMost)
  const decisions = grouped(await db.rows.decision.findMany({ where: { allocationId: { in: large.map(({ allocation }) => allocation) } }, orderBy: [{ at: 'asc' }, { id: 'asc' }], select: { allocationId: true, action: true, verdict: true, facts: true } }), ({ allocationId }) => allocationId)
  return large.map((of) => ({ ...of, ...askedOf(decisions.get(of.allocation) ?? []) }))
}
function sizeOf(resource: PodResource, has: string, days: PodUseOf['days']): PodSizeShown | null {
  const seen = days.map((day) => ({ age: day.age, seen: day[resource] }))
  const size = decidePodSize(resource, BigInt(has), seen)
  return size && { has, enough: String(size.enough), lower: String(size.lower), upper: String(size.upper), samples: samplesOf(seen) }
}
