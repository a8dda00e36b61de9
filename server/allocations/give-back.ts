import type { z } from 'zod'
import type { Decider, Seen } from '~/server/admission/decider'
import type { NamespaceFacts } from '~/server/admission/facts'
import { decideFit } from '~/server/ledger/decide-fit'
import type { AllocationRefusal, GiveBackRefusal } from './allocation.refusals'
import { type Changed, factsOf, type LifeFacts, type ReleaseAllocation, settleChange } from './change-allocation'
import { decideLife, type Life } from './decide-life'

type GiveBackFacts = LifeFacts & { readonly namespace: NamespaceFacts['state']; readonly nameTaken: boolean; readonly ahead: readonly string[]; readonly placeIsFree: boolean; /** There is a disaster where it had its place; left out where there is none. */ readonly lost?: true }
type GiveBackOutcome = Extract<Life, { ok: true }> | { readonly ok: false; readonly refusal: GiveBackRefusal }

/** What is given back begins anew: where there is a disaster nothing does. */
export const isPlaceLost = ({ regions, allocation }: Seen) => regions.some(({ region, lostUntil }) => region === allocation?.region && lostUntil !== undefined)

/** Order is precedence. What comes back takes what it had, where it had it: nobody gives way for it, and nobody who waits is passed over. */
export function decideGiveBack({ living, happening, now, frozen, namespace, nameTaken, accounts, ahead, placeIsFree, lost }: GiveBackFacts): GiveBackOutcome {
  const life = decideLife(living, happening, now)
  if (!life.ok) return { ok: false, refusal: 'over' }
  if (life.repeats) return life
  if (frozen) return { ok: false, refusal: 'tenant_frozen' }
  if (namespace !== 'open') return { ok: false, refusal: namespace === 'closed' ? 'namespace_closed' : 'namespace_frozen' }
  if (lost) return { ok: false, refusal: 'region_lost' }
  if (nameTaken) return { ok: false, refusal: 'name_taken' }
  const { found } = decideFit(accounts, living.amounts, new Set(ahead))
  if (found.outcome !== 'passes') return { ok: false, refusal: found.reason }
  return placeIsFree ? life : { ok: false, refusal: 'nodes_taken_meanwhile' }
}

/** What was taken back is given back exactly as it was, if it still fits: the same amounts, the same nodes, until the same end. */
export const giveBackAllocation: Decider<z.infer<typeof ReleaseAllocation>, GiveBackFacts, GiveBackOutcome, Changed, AllocationRefusal> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  hasTurn: true,
  facts: (seen) => ({ ...factsOf(seen, 'giveBack'), frozen: seen.tenant.frozen, namespace: seen.namespace.state, nameTaken: seen.nameTaken, ahead: seen.ahead, placeIsFree: seen.placeIsFree, ...(isPlaceLost(seen) ? { lost: true as const } : {}) }),
  decide: decideGiveBack,
  settle(facts, outcome) {
    const settled = settleChange(facts, outcome as Life)
    return settled.change ? { ...settled, change: { ...settled.change, ended_at: null, running_at: null, burst: facts.living.burst || decideFit(facts.accounts, facts.living.amounts).burst } } : settled
  },
}
