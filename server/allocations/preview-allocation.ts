import { decideNearest, type Nearest } from '~/server/admission/decide-nearest'
import { type Decision, unseen } from '~/server/admission/decide'
import type { Showing } from '~/server/admission/decider'
import type { Line, Policy, Verdict } from '~/server/admission/facts'
import { wereTaken } from '~/server/admission/placement/decide-placement'
import type { Reach } from '~/server/authorization/permit'
import type { Cost } from '~/server/prices/decide-cost'
import type { Rule } from '~/server/requests/decide-rule'
import { costOf } from './cost'
import { type CreateAllocationInput, type CreateFacts, createAllocation } from './create-allocation'
import { decisionShown } from './trace'

export type Previewed = {
  verdict: Verdict; reason: string | null; says: string | null; trace: Line[]; nearest: Nearest[]; approver: 'tenant' | 'platform' | null; burst: boolean; amounts: Record<string, string>; endsAt: string | null
  /** All devices, those of claims in their worst case. */
  devices: string
  /** Whose yes it needs, if it needs one. */
  rule: Rule | null
  /** A rule of the tenant's looks at it before anybody is asked. */
  byRule: boolean
  /** Null where nothing would be given, or no prices are set. */
  cost: Cost | null
  /** What one person is given in pieces and without anybody’s yes: so much of so much, within so many minutes. */
  pieces: { given: string; most: number; minutes: number }
}

/** What would happen: by the facts as they are and the decider that decides, and nothing is written. What is refused is not placed, and what would get further is: so the fleet is looked at whatever is said. */
export const previewAllocation: Showing<CreateAllocationInput, CreateFacts, Decision, Previewed> = {
  seeks: createAllocation.seeks, places: (wish) => wish, again: (outcome, { state }) => !state.fleet.searched || wereTaken(outcome), facts: createAllocation.facts,
  decide: createAllocation.decide,
  ...unseen,
  shows: (facts, outcome, policy, reach) => previewOf(facts, outcome, policy, reach),
}
/** What is told of it: to whoever asks for the first time, and to whoever asks for something else. */
export function previewOf({ state, wish, now }: CreateFacts, outcome: Decision, policy: Policy, reach: Reach): Previewed {
  const { verdict, reason, effects } = outcome
  const { trace, says } = decisionShown(outcome, reach, 'what would be')
  const { approver, burst, amounts, endsAt, devices, rule } = effects
  const { splitting } = policy.priority
  return {
    verdict, reason, says, trace, nearest: decideNearest(state, wish, policy, now), approver, burst, amounts: { ...amounts }, endsAt, devices, rule, byRule: effects.byRule ?? false, cost: costOf({ state, wish }, outcome, policy),
    pieces: { given: state.recent.person, most: splitting.personDevicesMost, minutes: splitting.minutes },
  }
}
