import { type NewFactorRefusal, newFactorRefusals } from '~/server/identity/new-factor.refusals'

export type FactorRefusal = NewFactorRefusal | 'not_found' | 'last_factor'

export const factorRefusals = {
  ...newFactorRefusals,
  not_found: { says: 'You have no such second factor.', fix: 'Look at the list again.' },
  last_factor: { says: 'This is your only second factor.', fix: 'Add another one first; without any, nothing of yours could be confirmed.' },
} as const satisfies Record<FactorRefusal, { says: string; fix: string }>
