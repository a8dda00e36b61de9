import { decideRules, type Evaluate, type Rule, type RuleFacts } from './decide-rules'

/** A wish as it was decided upon, with what the rules saw of it. */
export type PastWish = { readonly id: string; readonly facts: RuleFacts }
export type RulesOutcome = 'passes' | 'holds' | 'refuses'
export type Flip = { readonly id: string; readonly from: RulesOutcome; readonly to: RulesOutcome; readonly says: string | null }
export type Replay = { readonly looked: number; readonly flips: readonly Flip[]; readonly failed: number }

/** What a draft would have changed: which wishes it lets through, holds or refuses that the rules of before did not. A shadow in the draft is played as if it were enforced. */
export function replayRules(before: readonly Rule[], draft: readonly Rule[], wishes: readonly PastWish[], evaluate: Evaluate): Replay {
  const enforced = draft.map((rule): Rule => ({ ...rule, mode: 'enforced' }))
  const played = wishes.map(({ id, facts }) => ({ id, from: decideRules(before, facts, evaluate), to: decideRules(enforced, facts, evaluate) }))
  return {
    looked: wishes.length,
    flips: played.filter(({ from, to }) => from.outcome !== to.outcome).map(({ id, from, to }) => ({ id, from: from.outcome, to: to.outcome, says: to.outcome === 'passes' ? null : to.says })),
    failed: played.filter(({ to }) => to.outcome !== 'passes' && to.reason === 'rule_not_evaluated').length,
  }
}
