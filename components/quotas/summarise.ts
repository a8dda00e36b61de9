import { figureOf, formatAmount } from './amount'

type Quota = { namespace: string | null; resource: string; limit: string; unshared: string }

/** The page's answer: what is left to give; for whoever reaches only their namespaces, how many those are. */
export function summarise(quotas: readonly Quota[]): string {
  const own = quotas.filter(({ namespace }) => namespace === null)
  if (own.length) return `Not given to a namespace yet: ${own.map(({ resource, limit, unshared }) => `${resource} ${figureOf(resource, unshared)} of ${formatAmount(resource, limit)}`).join(', ')}.`
  const namespaces = new Set(quotas.map(({ namespace }) => namespace)).size
  if (namespaces === 0) return 'You reach no quota here.'
  return namespaces === 1 ? 'What your namespace may hold, and what it holds.' : `What your ${namespaces} namespaces may hold, and what they hold.`
}
