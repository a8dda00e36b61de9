import type { AllocationShown } from '~/server/allocations/allocation'
import type { EndReason } from '~/server/allocations/list-allocations'
import type { AllocationUse } from '~/server/allocations/use'

/** By what it ended: whose deed it was, nobody's where the engine did it, by itself or because of what others said; and why. */
export type Ending = { readonly person: string | null; readonly because: EndReason | null }

const failed = { reported: 'Its cluster said that it failed.', phantom: 'It was nowhere to be found on its cluster.', region_not_allowed: 'It ran where it may not.' } as const

export function sayEnding({ state, admittedAt, burst }: Pick<AllocationShown, 'state' | 'admittedAt' | 'burst'>, { person, because }: Ending, names: Readonly<Record<string, string>>): string | null {
  const who = person === null ? 'Bailiwick' : (names[person] ?? 'Somebody who is no longer here')
  switch (state) {
    case 'released': return `${who} released it.`
    case 'withdrawn': return `${person === null ? 'Whoever asked for it' : who} took it back ${because === 'no_room' ? 'while it waited for room' : 'before it was answered'}.`
    case 'refused': return because === 'turn_refused' ? 'It was not allowed any more when its turn came.' : 'Somebody whose yes it needed said no.'
    case 'expired': return admittedAt !== null ? 'Its time was over.' : because === 'no_room' ? 'There was no room for it in its time.' : 'Nobody answered in time.'
    case 'failed': return because === null || because === 'no_room' || because === 'turn_refused' ? 'It failed.' : failed[because]
    case 'preempted': return burst ? 'What it had was lent, and was taken back.' : 'Something more urgent took its place.'
    case 'reclaimed': return 'It was taken back.'
    case 'waiting': case 'held': case 'admitted': case 'running': return null
  }
}

/** A share, or a dash and why there is none. */
export function sayUse({ state, endedAt }: Pick<AllocationShown, 'state' | 'endedAt'>, use: AllocationUse, share: number | null, has: boolean): string {
  if (share !== null) return `${(share / 10).toFixed(1)} %`
  if (!has) return '— It has none.'
  if (endedAt !== null) return '— It is over.'
  if (use.pods > 0) return '— Its cluster does not measure it.'
  return state === 'running' ? '— Its cluster says nothing of it.' : '— It does not run yet.'
}
