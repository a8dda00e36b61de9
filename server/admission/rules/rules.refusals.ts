import type { RuleRefusal } from './compile-rule'
import type { RulesReason } from './decide-rules'
import type { TryRefusal } from './try-rule'

export const rulesRefusals = {
  denied_by_rule: { says: 'A rule of the organisation says no.', fix: 'Do as the rule says, or ask whoever keeps it for an exception with an end.' },
  rule_not_evaluated: { says: 'A rule of the organisation could not be evaluated, and so is taken to apply.', fix: 'Tell whoever keeps the rule; what was asked for is not at fault.' },
  approval_by_rule: { says: 'A rule of the organisation asks for a yes.', fix: 'Wait for it, or do as the rule says.' },
} as const satisfies Record<RulesReason, { says: string; fix: string }>

/** Why an expression cannot be a rule. */
export const ruleRefusals = {
  too_long: { says: 'The rule is too long to be read in good time.', fix: 'Make two rules of it.' },
  not_cel: { says: 'The rule cannot be read.', fix: 'Correct it where it says.' },
  unknown_variable: { says: 'The rule names something that a rule does not see.', fix: 'Use the variables that are listed.' },
  unknown_function: { says: 'The rule uses a function that there is not.', fix: 'Use the functions of the language itself.' },
  pattern_not_fixed: { says: 'The rule matches with a pattern that is put together while it runs.', fix: 'Write the pattern into the rule.' },
  pattern_refused: { says: 'The rule has a pattern that cannot be matched without going back, or is too large.', fix: 'Write it without references and look-arounds, and with smaller counts.' },
  not_a_condition: { says: 'The rule comes to neither true nor false.', fix: 'End it in a comparison.' },
  too_costly: { says: 'The rule cannot be shown to be cheap, so it cannot be enforced. It can be tried.', fix: 'Go through fewer lists within lists.' },
} as const satisfies Record<RuleRefusal, { says: string; fix: string }>
/** With what the compiler said of this one. */
export const sayRuleRefusal = ({ refusal, says }: { readonly refusal: RuleRefusal; readonly says: string }): string => `${ruleRefusals[refusal].says} ${says} ${ruleRefusals[refusal].fix}`

/** Why a try of one came to nothing. */
export const tryRefusals = {
  too_long: { says: 'The rule is longer than any rule.', fix: 'Make two rules of it.' },
  too_much: { says: 'There is more to look at than a rule may.', fix: 'Try it with a smaller request.' },
  not_evaluated: { says: 'The rule could not be evaluated.', fix: 'Correct it where it says.' },
  out_of_time: { says: 'The rule did not finish in a tenth of a second, and was stopped.', fix: 'Go through fewer lists within lists.' },
  out_of_memory: { says: 'The rule needed more memory than it may, and was stopped.', fix: 'Make smaller lists and texts.' },
  busy: { says: 'Others are trying rules at this moment.', fix: 'Try again.' },
} as const satisfies Record<TryRefusal, { says: string; fix: string }>
