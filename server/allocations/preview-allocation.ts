import { decideNearest, type Nearest } from '~/server/admission/decide-nearest'
import { type Decision, decide } from '~/server/admission/decide'
import type { Showing } from '~/server/admission/decider'
import type { Line, Verdict } from '~/server/admission/facts'
import { type CreateAllocationInput, type CreateFacts, createAllocation } from './create-allocation'
import { decisionShown } from './trace'

export type Previewed = { verdict: Verdict; reason: string | null; says: string | null; trace: Line[]; nearest: Nearest[]; approver: 'tenant' | 'platform' | null; burst: boolean; amounts: Record<string, string>; endsAt: string | null }

/** What would happen: by the facts as they are and the decider that decides, and nothing is written. */
export const previewAllocation: Showing<CreateAllocationInput, CreateFacts, Decision, Previewed> = {
  seeks: createAllocation.seeks, ...(createAllocation.places ? { places: createAllocation.places } : {}), facts: createAllocation.facts,
  decide: ({ state, wish, now }, policy) => decide(state, wish, policy, now),
  reclaims: ({ effects }) => effects.reclaims,
  shows: ({ state, wish, now }, outcome, policy, reach) => {
    const { verdict, effects } = outcome
    const { trace, says } = decisionShown(outcome, reach, 'what would be')
    return { verdict, reason: outcome.reason, says, trace, nearest: decideNearest(state, wish, policy, now), approver: effects.approver, burst: effects.burst, amounts: { ...effects.amounts }, endsAt: effects.endsAt }
  },
}
