import { sayRule } from '~/components/allocations/say-rule'
import { roleWord } from '~/components/shell/why-not'
import { Ahead } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import type { Reason } from '~/components/ui/reason'
import { type Step, Timeline } from '~/components/ui/timeline'
import type { OwnRequest as Own } from '~/server/requests/read-own'
import { AnswerQuestion } from './answer-question'
import { RequestState } from './request-state'
import { sayByRule } from './say-by-rule'
import { sayGiven } from './say-rule'

type OwnWord = Own['words'][number]
function stepOf({ word, kind, role, says, rule, void: isVoid, at }: OwnWord): Step {
  const as = role === null ? '' : `, by ${roleWord(role)}`
  switch (kind) {
    case 'yes': return { id: word, state: isVoid ? 'not_reached' : 'passed', says: isVoid ? `Yes${as}, which counts no more` : `Yes${as}`, at }
    case 'no': return { id: word, state: 'refused', says: `No${as}: ${says ?? ''}`, at }
    case 'question': return { id: word, state: 'waits', says: `Asked${as}: ${says ?? ''}`, at }
    case 'answer': return { id: word, state: 'passed', says: `Answered: ${says ?? ''}`, at }
    case 'recusal': return { id: word, state: 'not_reached', says: `Somebody left it to others${as}`, at }
    case 'rule': return { id: word, state: 'passed', says: sayByRule(rule), at }
    case 'change': return { id: word, state: 'waits', says: 'What would be done became otherwise: it is asked anew', at }
  }
}

/** For whoever asked: whose yes it needs and how far that has come, and what they are asked. By name nobody is told. */
export function OwnRequest({ own: { request, kind, state, byRule, rule, lacks, deadline, isAsked, words }, whyNot, now }: { own: Own; whyNot: Reason | null; now: Date }) {
  const question = words.findLast(({ kind }) => kind === 'question')
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Properties
        items={[
          ...(kind === 'allocation.extend' ? [{ says: 'About', value: 'Whether it may go on' }] : []),
          { says: 'State', value: <RequestState state={state} byRule={byRule} /> },
          { says: 'Needs', value: sayRule(rule) },
          ...(state === 'open' ? [{ says: 'So far', value: sayGiven(rule, lacks) }, { says: 'Until', value: isAsked ? 'The clock stands until you answer' : <Ahead at={deadline} now={now} /> }] : []),
        ]}
      />
      {words.length > 0 && <Timeline label="Words" steps={words.map(stepOf)} />}
      {state === 'open' && isAsked && question && <AnswerQuestion request={request} question={question.says ?? ''} whyNot={whyNot} />}
    </div>
  )
}
