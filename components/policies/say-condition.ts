import { sayRuleRefusal, tryRefusals } from '~/server/admission/rules/rules.refusals'
import type { ConditionTried, Enforceable, WishTried } from '~/server/policies/try-condition'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'
import type { Tone } from '~/components/ui/badge'

/** Whether it could be part of a policy, in a word and in a sentence. */
export function sayEnforceable(enforceable: Enforceable): { readonly tone: Tone; readonly word: string; readonly says: string } {
  if (!enforceable.ok) return { ...(enforceable.refusal === 'not_cel' ? { tone: 'danger', word: 'Cannot be read' } : { tone: 'notice', word: 'Cannot be enforced' }), says: sayRuleRefusal(enforceable) }
  return { tone: 'ok', word: 'Can be enforced', says: `At its worst it costs ${many(enforceable.cost, 'unit')}; a rule may cost ${figure(enforceable.costMost)}.` }
}

export const sayCameTo = (came: WishTried['came']): string => (came.ok ? (came.value ? 'true' : 'false') : `${tryRefusals[came.refusal].says}${came.says === null ? '' : ` It says: ${came.says}.`}`)

/** "Of the latest 8 wishes it is true of 3 and false of 4; of 1 it is not known." */
export function sayConditionTried({ enforceable, tried, left, unread }: ConditionTried): string {
  if (!enforceable.ok && enforceable.refusal === 'not_cel') return 'It was not tried.'
  if (tried.length + left + unread === 0) return 'Nothing has been asked for yet that it could be tried on.'
  const isTrue = tried.filter(({ came }) => came.ok && came.value).length
  const isFalse = tried.filter(({ came }) => came.ok && !came.value).length
  const unknown = tried.length - isTrue - isFalse
  return [
    ...(tried.length > 0 ? [`Of the latest ${many(tried.length, 'wish', 'wishes')} it is true of ${isTrue} and false of ${isFalse}${unknown > 0 ? `; of ${unknown} it is not known` : ''}.`] : []),
    ...(left > 0 ? [`The time was up before ${left} more could be tried.`] : []), ...(unread > 0 ? [`${unread} more were decided by a version that this one cannot read.`] : []),
  ].join(' ')
}
