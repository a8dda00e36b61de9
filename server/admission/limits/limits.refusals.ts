import type { LimitsReason } from './decide-limits'

export const limitsRefusals = {
  above_maximum: { says: 'A pod asks for more than one pod may.', fix: 'Look for a typing error; otherwise ask for more pods, each of them smaller.' },
  below_minimum: { says: 'A pod asks for less than one pod must.', fix: 'Ask for at least the minimum.' },
  not_said: { says: 'A pod does not say how much it asks for of something that has a minimum.', fix: 'Say how much.' },
} as const satisfies Record<LimitsReason, { says: string; fix: string }>
