/**
 * What is kept of an outcome: what it said. A check that simply passed said nothing, and what each looked at stands in the facts already, so that both are worked out
 * again by whoever reads: the same facts under the same policies give the same outcome, and by what is kept it is seen whether they still do. What is still to be looked
 * for was looked for before anything is kept.
 */
import type { Line } from './facts'

export type Told = Omit<Line, 'saw'>
const isTelling = ({ outcome, warnings }: Line) => outcome !== 'passes' || warnings.length > 0
const traceOf = (outcome: unknown): readonly Line[] | null => (typeof outcome === 'object' && outcome !== null && 'trace' in outcome && Array.isArray(outcome.trace) ? outcome.trace : null)

export function keptOf(outcome: unknown): string {
  const trace = traceOf(outcome)
  if (!trace) return JSON.stringify(outcome)
  const { wantsBack: _, ...said } = outcome as { wantsBack?: unknown }
  return JSON.stringify({ ...said, trace: trace.filter(isTelling).map(({ check, outcome, reason, says, warnings }): Told => ({ check, outcome, reason, says, warnings })) })
}

/** The trace as it was, or only what it said where another version decided it: `saw` is null then. */
export function traceAgain(kept: string, decideAgain: () => unknown): readonly Line[] {
  const outcome = outcomeOf(decideAgain)
  if (keptOf(outcome) === kept) return traceOf(outcome) ?? []
  return ((JSON.parse(kept) as { trace?: readonly Told[] }).trace ?? []).map((told) => ({ ...told, saw: null }))
}
/** What another version wrote down this one may not even be able to read. */
function outcomeOf(decideAgain: () => unknown): unknown {
  try {
    return decideAgain()
  } catch {
    return null
  }
}
