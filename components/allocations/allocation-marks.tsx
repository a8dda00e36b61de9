import type { AllocationShown } from '~/server/allocations/allocation'

type Marked = Pick<AllocationShown, 'burst' | 'reserved' | 'preemptible'>
const marks = [['reserved', 'Reserved'], ['burst', 'Burst'], ['preemptible', 'Preemptible']] as const

/** What is not usual about it, each in a word. */
export function AllocationMarks({ allocation }: { allocation: Marked }) {
  const own = marks.filter(([mark]) => allocation[mark])
  if (own.length === 0) return null
  return <span className="inline-flex gap-1">{own.map(([mark, says]) => <span key={mark} className="rounded-badge border border-line px-1.5 py-px text-small text-plain">{says}</span>)}</span>
}

/** What each of them means for whoever has it. */
export const markMeanings: readonly (readonly [mark: keyof Marked, says: string])[] = [
  ['reserved', 'Reserved: it is neither preempted nor reclaimed.'], ['burst', 'Burst: it uses more than the place’s own share, so it is lent, and the first to go.'],
  ['preemptible', 'Preemptible: work of a higher class may push it aside.'],
]
