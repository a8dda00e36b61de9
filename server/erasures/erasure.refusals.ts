import type { AskRefusal, SignRefusal, TakeBackRefusal } from './decide-erasure'
import { nobodyElse } from '~/server/requests/appointed.refusals'

export const erasureRefusals = {
  passkey_required: { says: 'This is signed with a passkey, and not with a code.', fix: 'Show a passkey. Add one on your security page if you have none.' },
  name_differs: { says: 'That is not what the tenant is called.', fix: 'Type the name of the tenant as it stands in the address.' },
  erased_already: { says: 'The personal data of this tenant is gone.', fix: 'The certificate says what was erased, and when.' },
  already_asked: { says: 'An erasure of this tenant is on its way.', fix: 'Have somebody else sign it, or take it back first.' },
  erasure_unknown: { says: 'There is no such erasure.', fix: 'Look at the list again.' },
  taken_back: { says: 'It was taken back.', fix: 'Ask anew, if it is to go after all.' },
  signed_already: { says: 'It is signed.', fix: 'Wait until it is due, or take it back.' },
  own_erasure: { says: 'You asked for this erasure.', fix: 'Somebody else signs it: another admin of the tenant, or somebody who works on the platform.' },
  appointed: { says: nobodyElse('Whoever asked'), fix: 'Leave it to somebody else: another admin of the tenant, or somebody who works on the platform.' },
} as const satisfies Record<AskRefusal | SignRefusal | TakeBackRefusal, { says: string; fix: string }>
