import type { ByRuleCount } from '~/server/requests/list-requests'
import type { ByRuleDecision, WhyAsked } from '~/server/requests/decide-by-rule'
import { many } from '~/server/shared/many'

const whyAsked: Record<WhyAsked, string> = {
  not_plain: 'no rule says yes to it as things are now', terms_changed: 'what would be done became otherwise', owes: 'something drawn before waits for a person’s answer, or was taken back', spent: 'it is more than goes by rule in so many days',
}
/** What a rule came to, in nobody's words. */
export function sayByRule(body: unknown): string {
  const { is, because } = (body ?? {}) as { is?: ByRuleDecision['is']; because?: WhyAsked }
  if (is === 'approved') return 'By rule: it fits what this tenant lets go without asking anybody'
  if (is === 'drawn') return 'Drawn for a person to look at: it would fit what goes by rule'
  return `Asked of people: ${because === undefined ? 'a rule did not say yes' : whyAsked[because]}`
}

export const sayByRuleCount = ({ days, approved, drawn }: ByRuleCount): string =>
  approved + drawn === 0 ? `By rule: nothing in the last ${days} days.` : `By rule: ${many(approved, 'request')} in the last ${days} days; ${drawn} ${drawn === 1 ? 'was' : 'were'} drawn for a person to look at.`
