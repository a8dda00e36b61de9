import type { LiftRefusal, PlaceRefusal } from './decide-hold'

export const holdRefusals = {
  tenant_unknown: { says: 'There is no such tenant.', fix: 'Name it as it is called.' },
  held_already: { says: 'A hold for this matter stands already.', fix: 'Nothing to do.' },
  hold_unknown: { says: 'There is no such hold.', fix: 'Look at the list again.' },
  lifted_already: { says: 'The hold is lifted.', fix: 'Nothing to do.' },
  own_hold: { says: 'You placed this hold.', fix: 'Somebody else who works on the platform can lift it.' },
  appointed: { says: 'Whoever placed it gave you your role within a week, or you gave them theirs, or one person gave it to both of you: you do not count as another.', fix: 'Leave it to somebody else who works on the platform.' },
} as const satisfies Record<PlaceRefusal | LiftRefusal, { says: string; fix: string }>
