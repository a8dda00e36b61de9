import type { ControlState } from './decide-control'

/** A gap is what nothing answers, or not all of: it is no state that passes. */
export const requirementStates = ['violated', 'gap', 'unknown', 'proven'] as const
export type RequirementState = (typeof requirementStates)[number]

/** Whose what is missing is: of whoever runs the product; of a cluster that can be tried; there, and nothing tries it while it runs; not built. */
export const gapWords = { operator: 'Not the product’s, but for whoever runs it', cluster: 'Waits for a cluster', untried: 'There, and not tried while it runs', planned: 'Not built' } as const
export type Gap = { readonly whose: keyof typeof gapWords; readonly missing: string }

/** The worst of what answers it. Where nothing does, or something is missing, it is a gap however well the rest stands. */
export function decideRequirement(controls: readonly ControlState[], gaps: number): RequirementState {
  if (controls.includes('violated')) return 'violated'
  if (gaps > 0 || controls.length === 0) return 'gap'
  return controls.includes('unknown') ? 'unknown' : 'proven'
}
export const isSatisfied = (state: RequirementState): boolean => state === 'proven'
