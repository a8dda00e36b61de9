import type { LiftRefusal, PlaceRefusal } from './decide-hold'
import { nobodyElse } from '~/server/requests/appointed.refusals'

export const holdRefusals = {
  tenant_unknown: { says: 'There is no such tenant.', fix: 'Name it as it is called.' },
  held_already: { says: 'A hold for this matter stands already.', fix: 'Nothing to do.' },
  hold_unknown: { says: 'There is no such hold.', fix: 'Look at the list again.' },
  lifted_already: { says: 'The hold is lifted.', fix: 'Nothing to do.' },
  own_hold: { says: 'You placed this hold.', fix: 'Somebody else who works on the platform can lift it.' },
  appointed: { says: nobodyElse('Whoever placed it'), fix: 'Leave it to somebody else who works on the platform.' },
} as const satisfies Record<PlaceRefusal | LiftRefusal, { says: string; fix: string }>
