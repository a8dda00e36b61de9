/** What lost its place to others before: how often, and whether it may lose it again. The rule is the ledger's; this is what it says of one, to whoever it is of. */
import { isSpared, type Peace, preemptedMost } from '~/server/ledger/decide-reclaim'

export type Losses = { readonly times: number; /** Until then nobody may push it aside; null is that somebody may. */ readonly sparedUntil: string | 'its_end' | null }

export function decideLosses({ preemptions: times, admittedAt, endedAt }: { readonly preemptions: number; readonly admittedAt: Date | null; readonly endedAt: Date | null }, peace: Peace): Losses | null {
  if (times === 0 || endedAt !== null) return null
  if (times >= preemptedMost) return { times, sparedUntil: 'its_end' }
  const isLeft = admittedAt !== null && isSpared({ preemptions: times, since: admittedAt.toISOString() }, peace)
  return { times, sparedUntil: isLeft ? new Date(admittedAt.getTime() + peace.minutes * 60_000).toISOString() : null }
}
