import type { Tone } from '~/components/ui/badge'
import type { RequirementState } from '~/server/controls/decide-requirement'

/** Only what is proven is green. */
export const requirementWords: Readonly<Record<RequirementState, { tone: Tone; says: string }>> = { violated: { tone: 'danger', says: 'Violated' }, gap: { tone: 'notice', says: 'Gap' }, unknown: { tone: 'unknown', says: 'Unknown' }, proven: { tone: 'ok', says: 'Proven' } }

/** How a regime stands, in one line: what is proven of all, and then what is not, the worst first. */
export function sayRequirements(states: readonly RequirementState[]): string {
  const count = (state: RequirementState) => states.filter((one) => one === state).length
  const rest = [[count('violated'), 'violated'], [count('unknown'), 'unknown'], [count('gap'), count('gap') === 1 ? 'gap' : 'gaps']] as const
  return `${[`${count('proven')} of ${states.length} requirements answered and proven`, ...rest.flatMap(([many, word]) => (many === 0 ? [] : [`${many} ${word}`]))].join(', ')}.`
}
