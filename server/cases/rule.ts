/** What is looked for in how a tenant uses what it has. A rule that is changed is another version, is tried out anew, and what it finds says which version it was. */
export const versions = {
  'allocations.burst': 1, 'allocations.flood': 1, 'allocations.inflation': 2, 'allocations.many_preemptions': 1, 'allocations.mining': 1, 'allocations.priority': 1, 'allocations.pushing': 1, 'allocations.splitting': 1, 'allocations.squatting': 2, 'allocations.unusual_rate': 1,
  'tenants.linked': 1, 'tenants.noisy_neighbour': 1, 'tokens.unusual_rate': 1,
} as const satisfies Readonly<Record<string, number>>
export type CaseKind = keyof typeof versions
export const caseKinds = Object.keys(versions) as readonly CaseKind[]

/** What somebody said it was. */
export const outcomes = ['confirmed', 'benign', 'too_tight', 'bad_data'] as const
export type Outcome = (typeof outcomes)[number]

const dayMs = 24 * 3_600_000
export const shadowDays = 14
/** For its first days a rule is tried out: what it finds is kept for whoever looks, and asks for nobody's attention. */
export const isTriedOut = (since: Date, now: Date): boolean => now.getTime() - since.getTime() < shadowDays * dayMs

/** Of how many closed cases of a kind a figure is made. */
export const judgedMost = 50
/** How many of those that were judged were what the rule said; null while none was. What was judged on bad data says nothing of the rule. */
export function precisionOf(judged: readonly Outcome[]): { right: number; of: number } | null {
  const told = judged.filter((outcome) => outcome !== 'bad_data')
  return told.length === 0 ? null : { right: told.filter((outcome) => outcome === 'confirmed').length, of: told.length }
}
