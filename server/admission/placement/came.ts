import type { Item, Settled } from '../item'
import type { Mirror } from './mirror'
import type { Planned } from './rounds'

/** What was let in of a batch is what usually comes. What was only shown, or refused however often, is not. */
export function noteCame(mirror: Mirror, planned: readonly Planned<Item>[], settled: readonly (Settled | 'again')[]): void {
  for (const [at, { item, plan }] of planned.entries()) if (plan?.wish && isLetIn(item, settled[at])) mirror.note(plan.wish, plan.proposals.length)
}
function isLetIn({ decider }: Item, settled: Settled | 'again' | undefined): boolean {
  if (typeof settled !== 'object' || !('answer' in settled) || !settled.answer.ok || 'shows' in decider) return false
  const { value } = settled.answer
  return typeof value === 'object' && value !== null && 'verdict' in value && value.verdict === 'admit'
}
