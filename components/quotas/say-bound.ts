import type { Bound } from '~/server/quotas/decide-binds'
import { figureOf, formatAmount, unitOf } from './amount'

/** "1 core", "1 GiB", "1 nvidia.com/gpu" */
export const sayOne = (resource: string): string => (unitOf(resource).word === '' ? `1 ${resource}` : formatAmount(resource, `${unitOf(resource).size}`))
const levels = { class: 'Priority class', namespace: 'Namespace', tenant: 'Tenant', organisation: 'Organisation' } as const

/** What is left of a limit and what it is made of; of what its reader may not know, whether it fits. What is seen beyond any grant is said where there is any. */
export function sayBound({ level, fits, figures }: Bound, resource: string): string {
  if (figures === null) return `${levels[level]}: it ${fits ? 'fits' : 'does not fit'}.`
  const figure = (amount: string) => figureOf(resource, amount)
  const beyond = figures.unexplained === '0' ? '' : `, ${figure(figures.unexplained)} unexplained`
  return `${levels[level]}: ${figure(figures.free)} left of ${formatAmount(resource, figures.limit)} (${figure(figures.used)} used, ${figure(figures.held)} held${beyond})${fits || figures.free === '0' ? '.' : ': others come first.'}`
}
