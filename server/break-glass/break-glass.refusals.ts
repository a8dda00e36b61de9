import type { BeginRefusal, SignRefusal, StopRefusal } from './decide-break-glass'
import { nobodyElse } from '~/server/requests/appointed.refusals'

export const breakGlassRefusals = {
  not_reviewed: { says: 'What was done the last time has not been looked at.', fix: 'Have somebody else review it: until then nobody does it again.' },
  found_wrong: { says: 'What you did alone before was looked at, and found wrong.', fix: 'Somebody else can do this.' },
  tenant_unknown: { says: 'There is no such tenant.', fix: 'Name those that it concerns, as they are called.' },
  not_found: { says: 'There is no such thing.', fix: 'Look at the list again.' },
  own_glass: { says: 'Nobody signs twice.', fix: 'Ask somebody else who works on the platform, or wait.' },
  appointed: { says: nobodyElse('Whoever began it'), fix: 'Ask somebody else who works on the platform, or wait.' },
  already_open: { says: 'It is open.', fix: 'It ends by itself; whoever works on the platform can end it now.' },
  already_over: { says: 'It is over.', fix: 'Nothing to do.' },
} as const satisfies Record<BeginRefusal | SignRefusal | StopRefusal, { says: string; fix: string }>
