import type { FreezeRefusal } from './decide-freeze'

export const tenantRefusals = {
  already_frozen: { says: 'The tenant is frozen already.', fix: 'Nothing to do.' },
  not_frozen: { says: 'The tenant is not frozen.', fix: 'Nothing to do.' },
} as const satisfies Record<FreezeRefusal, { says: string; fix: string }>
