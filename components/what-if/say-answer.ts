import { figureOf, formatAmount } from '~/components/quotas/amount'
import type { Tone } from '~/components/ui/badge'
import type { Answered, DemandTold, LimitAnswered, Turn } from '~/server/what-if/answer'
import type { DemandSupposed } from '~/server/what-if/supposition'

const count = (of: number, one: string, many = `${one}s`) => `${of} ${of === 1 ? one : many}`

/** "2 pods of 8 GPUs, A100, in training, for 24 hours" */
export function sayDemand({ namespace, class: of, pods, gpus, model, hours }: DemandSupposed, normal: string): string {
  return [`${pods === 1 ? '' : `${pods} pods of `}${count(gpus, 'GPU')}`, ...(model === null ? [] : [model]), `in ${namespace}`, ...(hours === null ? [] : [`for ${count(hours, 'hour')}`]), ...(of === normal ? [] : [`class ${of}`])].join(', ')
}
export function sayTold(told: DemandTold): { says: string; tone: Tone } {
  if (told === null) return { says: 'No such namespace', tone: 'unknown' }
  if (told.verdict === 'admit') return { says: 'Starts at once', tone: 'ok' }
  return told.verdict === 'refuse' ? { says: 'Does not fit', tone: 'danger' } : { says: 'Needs a yes', tone: 'notice' }
}
const levels: Readonly<Record<string, string>> = { namespace: 'its namespace', tenant: 'the tenant', organisation: 'the organisation', class: 'its class' }
/** Of one that waits. */
export function sayTurn({ becomes, lacks }: Turn): { says: string; tone: Tone; why: string | null } {
  if (becomes === 'admitted') return { says: 'Begins', tone: 'ok', why: null }
  if (becomes === 'held') return { says: 'Is asked for', tone: 'notice', why: 'Somebody must say yes first.' }
  if (becomes === 'over') return { says: 'Is over', tone: 'danger', why: 'It is refused in its turn.' }
  const [first] = lacks
  return { says: 'Waits', tone: 'info', why: first ? `No room for ${first.resource} in ${levels[first.level] ?? first.level}.` : 'For its turn, or for a node.' }
}

/** What is remarkable about a limit that is supposed: what would be over it, and why it could not be made so. */
export function sayLimit({ resource, over, refusal, least, most, namespace }: LimitAnswered): string[] {
  const amount = (of: string) => formatAmount(resource, of)
  const beyond = over === '0' ? [] : [`${amount(over)} more is in use or held than it allows.`]
  switch (refusal) {
    case null: case 'no_change': case 'not_lower': case 'moment_passed': case 'changed_meanwhile': return beyond
    case 'not_found': return ['There is no such quota.']
    case 'tenant_frozen': return [...beyond, 'Nothing in a frozen tenant changes.']
    case 'below_current_use': return [...beyond, `It could be ${amount(least)} at least.`]
    case 'above_tenant_share': return [...beyond, most === null ? 'The tenant has not that much to give.' : `The tenant has not that much to give: ${amount(most)} at most.`]
    case 'not_more': return [...beyond, namespace === null ? 'Only the platform makes a tenant’s own limit smaller.' : 'It has that already.']
  }
}
/** "8 cores" where nothing changes, "8 → 12 cores" where something does. */
export const sayChange = (resource: string, before: string, after: string): string => (before === after ? formatAmount(resource, before) : `${figureOf(resource, before)} → ${formatAmount(resource, after)}`)
export const placeOf = (tenant: string, namespace: string | null): string => namespace ?? tenant

/** All of it in a few sentences: the first is what somebody came for. */
export function sayAnswer({ demands, waiting, displaced, givesWay, limits, above, isPart }: Answered): string[] {
  const told = demands.map(({ after }) => after?.verdict ?? 'refuse')
  const of = (verdict: string) => told.filter((one) => one === verdict).length
  const parts = [...(of('admit') ? [`${of('admit')} would start at once`] : []), ...(of('hold') ? [`${of('hold')} would need a yes`] : []), ...(of('refuse') ? [`${of('refuse')} would not fit`] : [])]
  const begins = waiting.filter(({ before, after }) => after.becomes !== null && before.becomes === null).length
  const over = limits.filter((one) => one.over !== '0').length
  const lost = displaced.filter(({ finds }) => !finds).length
  return [
    ...(told.length > 0 ? [`Of ${count(told.length, 'demand')}: ${parts.join(', ')}.`] : []),
    ...(waiting.length > 0 ? [begins === 0 ? `${count(waiting.length, 'request waits', 'requests wait')}, and none would begin.` : `Of ${count(waiting.length, 'request that waits', 'requests that wait')}, ${begins} would begin.`] : []),
    ...(displaced.length > 0 ? [`${count(displaced.length, 'allocation stands', 'allocations stand')} on GPUs that would be gone: ${lost === 0 ? 'all find others' : `${lost} would find none`}.`] : []),
    ...(givesWay.length > 0 ? [`${count(givesWay.length, 'allocation', 'allocations')} would give way to others.`] : []),
    ...(over > 0 ? [`${count(over, 'limit')} would be below what is in use.`] : []),
    ...(above === 'granted' ? ['More is supposed than the tenant has. Whether the organisation and its GPUs have room for it is not said here: whoever decides about the request sees it.'] : []),
    ...(isPart ? ['Only the first 200 that wait, and the newest 200 that run, were looked at.'] : []),
  ]
}
