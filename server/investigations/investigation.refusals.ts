import type { ChangeRefusal, HandRefusal, LeadRefusal, NoteRefusal, PinRefusal, ReopenRefusal, UnpinRefusal } from './decide-investigation'

type InvestigationRefusal = ChangeRefusal | HandRefusal | LeadRefusal | NoteRefusal | PinRefusal | ReopenRefusal | UnpinRefusal
export const investigationRefusals = {
  investigation_unknown: { says: 'There is no such investigation.', fix: 'Choose one from the list.' },
  closed_already: { says: 'The investigation is closed.', fix: 'Its owner can reopen it, with a reason.' },
  not_closed: { says: 'The investigation is open.', fix: 'Go on in it.' },
  not_owner: { says: 'That is for its owner to do.', fix: 'Ask them to do it, or to hand it over to you.' },
  incident_unknown: { says: 'There is no such incident.', fix: 'Choose one from the list of incidents, or none.' },
  person_unknown: { says: 'Nobody here has that e-mail address, or more than one person has.', fix: 'Look at the list of people.' },
  may_not_read: { says: 'They may not read everybody’s record.', fix: 'Choose somebody who audits the platform.' },
  record_unknown: { says: 'There is no such record, or it was taken away with its month.', fix: 'Open the record from the search, and pin it there.' },
  own_deed: { says: 'That is something that was done in this investigation.', fix: 'It stands under what was done, and is taken out with it. Pin it to another one.' },
  pinned_otherwise: { says: 'It is pinned already, for another reason.', fix: 'Add a note to it.' },
  too_many_pins: { says: 'As many records are pinned as one investigation can hold.', fix: 'Unpin what turned out not to belong to it, or open another one.' },
  too_many_entries: { says: 'As much was done here as one investigation can hold.', fix: 'Close this one with what was found, and go on in another one.' },
  pin_unknown: { says: 'That record is not pinned here.', fix: 'Pin it first.' },
} as const satisfies Record<InvestigationRefusal, { says: string; fix: string }>
