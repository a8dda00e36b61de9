import type { Posting } from '~/server/ledger/account'

export type AllocationState = 'waiting' | 'held' | 'admitted' | 'running' | 'released' | 'withdrawn' | 'refused' | 'preempted' | 'reclaimed' | 'expired' | 'failed'
/** What happens to an allocation. `approve` and `refuse` are an approver's, `release`, `extend` and `resize` its people's, the others the engine's. */
export type Happening = 'approve' | 'refuse' | 'release' | 'extend' | 'run' | 'fail' | 'expire' | 'preempt' | 'reclaim' | 'giveBack' | 'resize'
export type LifeRefusal = 'not_found' | 'over' | 'not_admitted' | 'not_due' | 'reserved' | 'too_long' | 'end_has_passed' | 'region_not_allowed'

export type Living = {
  readonly state: AllocationState
  readonly amounts: Readonly<Record<string, string>>
  readonly reserved: boolean
  readonly preemptible: boolean
  readonly burst: boolean
  readonly heldUntil: string | null
  readonly endsAt: string | null
  /** It waits for room, and so it is promised none. */
  readonly waits: boolean
  /** It said that it may wait: what took its place does not end it. */
  readonly mayWait: boolean
  readonly preemptions: number
}
export type Life =
  | { readonly ok: true; readonly state: AllocationState; readonly posting: Posting; readonly repeats: boolean; readonly endsAt: string | null; readonly ends: boolean }
  | { readonly ok: false; readonly refusal: LifeRefusal }

const isOver = (state: AllocationState) => !['waiting', 'held', 'admitted', 'running'].includes(state)
const runs = (state: AllocationState) => state === 'admitted' || state === 'running'
const less = (amounts: Readonly<Record<string, string>>) => Object.fromEntries(Object.entries(amounts).map(([resource, amount]) => [resource, amount === '0' ? '0' : `-${amount}`]))

/**
 * What comes of it. Whatever an allocation holds it gives back exactly once: what is over moves nothing, and to release it again is no mistake but a repeat. The time is
 * an argument, so that an end that was missed while nothing ran is seen when something does.
 */
export function decideLife(allocation: Living | null, happening: Happening, now: string, { endsAt, endMax }: { endsAt: string | null; endMax: string | null } = { endsAt: null, endMax: null }): Life {
  if (!allocation) return { ok: false, refusal: 'not_found' }
  const { state, amounts } = allocation
  const back: Posting = runs(state) ? { used: less(amounts), held: {} } : allocation.waits || state === 'waiting' ? { used: {}, held: {} } : { used: {}, held: less(amounts) }
  const given = (to: AllocationState): Life => ({ ok: true, state: to, posting: back, repeats: false, endsAt: allocation.endsAt, ends: true })
  const stays = (to: AllocationState, until: string | null, posting: Posting = { used: {}, held: {} }): Extract<Life, { ok: true }> => ({ ok: true, state: to, posting, repeats: false, endsAt: until, ends: false })
  // What was taken back comes back as it was, until its own end; it begins anew where it was placed.
  if (happening === 'giveBack') {
    if (runs(state)) return { ...stays(state, allocation.endsAt), repeats: true }
    return (state !== 'reclaimed' && state !== 'preempted') || (allocation.endsAt !== null && allocation.endsAt <= now) ? { ok: false, refusal: 'over' } : stays('admitted', allocation.endsAt, { used: amounts, held: {} })
  }
  if (isOver(state)) {
    const wasThat = happening === 'release' || happening === 'expire' || (happening === 'preempt' && state === 'preempted') || (happening === 'reclaim' && state === 'reclaimed') || (happening === 'fail' && state === 'failed')
    return wasThat ? { ok: true, state, posting: { used: {}, held: {} }, repeats: true, endsAt: allocation.endsAt, ends: true } : { ok: false, refusal: 'over' }
  }
  switch (happening) {
    case 'release': return given(runs(state) ? 'released' : 'withdrawn')
    case 'approve': return state !== 'held' ? { ok: false, refusal: 'over' } : allocation.waits ? stays('waiting', null) : stays('admitted', endsAt, { used: amounts, held: less(amounts) })
    case 'refuse': return runs(state) ? { ok: false, refusal: 'over' } : given('refused')
    case 'run': return runs(state) ? { ...stays('running', allocation.endsAt), repeats: state === 'running' } : { ok: false, refusal: 'not_admitted' }
    case 'fail': return runs(state) ? given('failed') : { ok: false, refusal: 'not_admitted' }
    case 'preempt': return !runs(state) ? { ok: false, refusal: 'not_admitted' } : allocation.reserved || !(allocation.preemptible || allocation.burst) ? { ok: false, refusal: 'reserved' } : allocation.mayWait ? stays('waiting', null, back) : given('preempted')
    case 'reclaim': return !runs(state) ? { ok: false, refusal: 'not_admitted' } : allocation.reserved ? { ok: false, refusal: 'reserved' } : given('reclaimed')
    case 'expire': {
      const end = state === 'held' || state === 'waiting' ? allocation.heldUntil : allocation.endsAt
      return end !== null && end <= now ? given('expired') : { ok: false, refusal: 'not_due' }
    }
    case 'resize': return runs(state) ? stays(state, allocation.endsAt) : { ok: false, refusal: 'not_admitted' }
    case 'extend': {
      if (!runs(state)) return { ok: false, refusal: 'not_admitted' }
      if (endsAt === null || (endMax !== null && endsAt > endMax)) return { ok: false, refusal: 'too_long' }
      if (endsAt <= now) return { ok: false, refusal: 'end_has_passed' }
      return stays(state, endsAt)
    }
  }
}
