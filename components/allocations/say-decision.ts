import type { Tone } from '~/components/ui/badge'
import type { DecisionShown } from '~/server/allocations/list-allocations'

const deeds: Readonly<Record<string, string>> = {
  'allocations.answer': 'Answer', 'allocations.answerExtension': 'Answer', 'allocations.amend': 'Changed', 'allocations.create': 'Asked', 'allocations.extend': 'Extension', 'allocations.release': 'Release', 'allocations.shrink': 'Made smaller', 'allocations.expire': 'End', 'allocations.run': 'Beginning', 'allocations.fail': 'Failure',
  'allocations.preempt': 'Preemption', 'allocations.reclaim': 'Reclaim', 'allocations.giveBack': 'Given back', 'allocations.growBack': 'Given back', 'allocations.start': 'Room', 'requests.offer': 'Less offered', 'requests.offerInTenant': 'Less offered', 'requests.renew': 'Asked anew', 'requests.renewInTenant': 'Asked anew',
}
/** Of these what was decided is whether somebody gets what they asked for; of the others, that it was done. */
const admits: ReadonlySet<string> = new Set(['allocations.answer', 'allocations.answerExtension', 'allocations.amend', 'allocations.create', 'allocations.extend', 'allocations.start', 'requests.offer', 'requests.offerInTenant', 'requests.renew', 'requests.renewInTenant'])
const answers: Readonly<Record<NonNullable<DecisionShown['answer']>, Badge>> = { yes: { tone: 'ok', says: 'Admitted' }, no: { tone: 'danger', says: 'Refused' }, taken_back: { tone: 'neutral', says: 'Withdrawn' }, open: { tone: 'notice', says: 'Held' } }
type Badge = { tone: Tone; says: string }

/** What a decision was about, and what it came to. */
export function sayDecision({ action, verdict, answer }: Pick<DecisionShown, 'action' | 'verdict' | 'answer'>): { deed: string; is: Badge } {
  const deed = answer === 'open' ? 'Until when it is held' : (deeds[action] ?? action)
  if (answer !== null) return { deed, is: answers[answer] }
  if (verdict === 'refuse') return { deed, is: { tone: 'danger', says: 'Refused' } }
  if (verdict === 'hold') return { deed, is: { tone: 'notice', says: 'Held' } }
  return { deed, is: admits.has(action) ? { tone: 'ok', says: 'Admitted' } : { tone: 'neutral', says: 'Done' } }
}
