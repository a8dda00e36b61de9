import { type AskDisasterRefusal, type AskFailoverRefusal, disasterDaysMost, type EndDisasterRefusal, type SignDisasterRefusal } from './decide-disaster'
import { nobodyElse } from '~/server/requests/appointed.refusals'

/** Of a disaster, and of where work may go in one. */
export const disasterRefusals = {
  passkey_required: { says: 'This takes a passkey, and a code was shown.', fix: 'Confirm with a passkey.' },
  region_unknown: { says: 'There is no such region.', fix: 'Choose one of those that there are.' },
  never_possible: { says: 'A prohibition or the law that the tenant is under keeps its work out of one of these regions, in a disaster too.', fix: 'Leave that region out, or change the residency policy first.' },
  until_not_possible: { says: 'A disaster ends after now and within seven days.', fix: `Choose a day within the next ${disasterDaysMost} days. If it lasts longer, declare it again.` },
  already_asked: { says: 'That was asked for, and nobody has signed it yet.', fix: 'Have somebody else sign it, or end it first.' },
  already_declared: { says: 'A disaster stands in that region until then or longer.', fix: 'Choose a later day, or end the one that there is.' },
  no_change: { says: 'That is what is prepared.', fix: 'Nothing to do.' },
  disaster_unknown: { says: 'There is no such thing any more.', fix: 'Choose one from the list.' },
  disaster_over: { says: 'It is over.', fix: 'Ask for it anew if it is needed.' },
  signed_already: { says: 'It was signed already.', fix: 'Nothing to do.' },
  own_word: { says: 'You asked for it yourself, so somebody else must sign it.', fix: 'Have another platform admin or an approver sign it.' },
  appointed: { says: nobodyElse('Whoever asked'), fix: 'Have another platform admin or an approver sign it.' },
} as const satisfies Record<AskFailoverRefusal | AskDisasterRefusal | SignDisasterRefusal | EndDisasterRefusal, { says: string; fix: string }>
