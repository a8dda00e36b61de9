import type { CloseRefusal } from './decide-close'
import type { AnswerRefusal, SignRefusal, StepRefusal, UndoRefusal } from './decide-step'
import { nobodyElse } from '~/server/requests/appointed.refusals'

const caseUnknown = { says: 'There is no such case.', fix: 'Choose one from the list.' } as const
const stepUnknown = { says: 'There is no such step.', fix: 'Load the page again to see what was done.' } as const
const passkeyRequired = { says: 'This is signed with a passkey, and not with a code.', fix: 'Show a passkey. Add one on your security page if you have none.' } as const
export const caseRefusals = {
  case_unknown: caseUnknown,
  closed_already: { says: 'Somebody else has said what it was.', fix: 'Load the page again to see what.' },
  step_under_way: { says: 'Something is being done about it.', fix: 'Wait until that is over, or undo it.' },
} as const satisfies Record<CloseRefusal, { says: string; fix: string }>

export const stepRefusals = {
  case_unknown: caseUnknown,
  case_over: { says: 'This case is closed.', fix: 'What is seen anew is a new case.' },
  tried_out: { says: 'The rule that found it is on trial.', fix: 'Nothing is done to a tenant on its word until it is in force.' },
  step_stands: { says: 'This is being done already, or something stronger is.', fix: 'Wait until that is over, or undo it.' },
  tenant_is_asked: { says: 'The tenant is asked already, and may still answer.', fix: 'Wait for its answer, or undo the question.' },
  tenant_keeps: { says: 'The tenant said that it needs what it has, and that time is not over.', fix: 'Read its reason, and look again when the time is over.' },
  nothing_idle: { says: 'Nothing that this case is about stands unused now.', fix: 'Close the case, or wait.' },
  nothing_spare: { says: 'Nothing that this case is about has more than it needs, by what is known.', fix: 'Choose another step, or wait until more was seen.' },
  changed_meanwhile: { says: 'What this is about became otherwise meanwhile.', fix: 'Look at what it is now.' },
  passkey_required: passkeyRequired,
  nothing_borrowed: { says: 'This tenant has borrowed nothing that can be taken back.', fix: 'Close the case, or choose another step.' },
  borrows_nothing: { says: 'This tenant may borrow nothing: all that it may hold is its own share.', fix: 'Choose another step.' },
} as const satisfies Record<StepRefusal, { says: string; fix: string }>

export const signRefusals = {
  passkey_required: passkeyRequired, step_unknown: stepUnknown,
  signed_already: { says: 'Somebody else has signed it.', fix: 'Load the page again to see until when it holds.' },
  step_over: { says: 'Nobody signed it in time, or it was taken back.', fix: 'Take the step anew.' },
  own_step: { says: 'You took this step yourself.', fix: 'Another platform admin signs it.' },
  appointed: { says: nobodyElse('Whoever took it'), fix: 'Another platform admin signs it.' },
} as const satisfies Record<SignRefusal, { says: string; fix: string }>

export const undoRefusals = {
  step_unknown: stepUnknown,
  step_stands: { says: 'Another of its kind is under way.', fix: 'Wait until that is over, or undo it.' },
  step_over: { says: 'There is nothing of it to undo any more.', fix: 'Load the page again to see what became of it.' },
} as const satisfies Record<UndoRefusal, { says: string; fix: string }>

export const answerRefusals = {
  step_unknown: stepUnknown,
  asked_no_more: { says: 'The time to answer is over, or the question was taken back.', fix: 'Load the page again to see what is asked now.' },
  answered_already: { says: 'Somebody else has answered.', fix: 'Load the page again to see what they said.' },
  binds_on: { says: 'Two people have signed this, and it goes on until it is over.', fix: 'Say why it should not, without asking for time.' },
  waits_a_day: { says: 'What is announced waits a day at most.', fix: 'Ask for 24 hours or less.' },
  waited_before: { says: 'Something of this case has waited for you once already.', fix: 'Say why without asking for time, or use what you need.' },
} as const satisfies Record<AnswerRefusal, { says: string; fix: string }>
