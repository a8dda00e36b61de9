import { sayAmounts } from '~/components/allocations/amounts'
import { sayControl } from '~/components/policies/say-control'
import { sayPorts, sayUntil } from '~/components/pairs/pair-words'
import { formatAmount } from '~/components/quotas/amount'
import type { PayloadShown } from '~/server/requests/kinds'
import type { RequestShown } from '~/server/requests/show-requests'
import { many } from '~/server/shared/many'
import { sayEnd } from './say-terms'

export type { RequestListed, RequestRead, RequestShown, Word } from '~/server/requests/show-requests'
export type RequestState = RequestShown['state']
type Asked = Pick<RequestShown, 'subject' | 'organisation'> & PayloadShown
/** What is asked for, in one line: the same in the list, on the page, and where it is signed. */
export function askOf(request: Asked): string {
  if (request.kind === 'tenant.create') return `Tenant ${request.subject} in ${request.organisation}`
  if (request.kind === 'quota.raise') return `${formatAmount(request.subject, String(BigInt(request.payload.to) - BigInt(request.payload.from)))} more ${request.subject} for ${request.payload.tenant}`
  if (request.kind === 'policy.except') return `Exception of ${request.payload.tenant}/${request.payload.namespace} from ${sayControl(request.payload.control)}`
  if (request.kind === 'pair.allow') return `Pair ${request.subject}`
  if (request.kind === 'role.elevate') return `Elevation of ${request.payload.person.name} for ${request.subject}`
  if (request.kind === 'breakglass.review') return `Review of what ${request.payload.person.name} did alone`
  if (request.kind === 'allocation.extend') return `Allocation ${request.subject}, to go on`
  return `Allocation ${request.subject}`
}

const isGpu = (resource: string) => resource.endsWith('/gpu')
/** "7 d", "36 h": in days where it is whole ones. */
export const sayHours = (hours: number): string => (hours % 24 === 0 ? `${hours / 24} d` : `${hours} h`)
/** How much of what and for how long, at a glance: "16 × H100 · 7 d · normal". Null where the line itself says all of it. */
export function measureOf(request: RequestShown): string | null {
  if (request.kind === 'allocation.extend') return `${sayAmounts(Object.entries(request.payload.amounts))} · ${sayHours(request.payload.hours)} more · ${request.payload.class}`
  if (request.kind === 'pair.allow') return `${sayPorts(request.payload.ports)} · until ${sayUntil(request.payload.until)}`
  if (request.kind !== 'allocation.admit') return null
  const { pods, each, models, hours, class: of } = request.payload
  const parts = Object.entries(each).filter(([resource]) => isGpu(resource)).map(([, amount]) => (/^\d+$/.test(amount) ? `${Number(amount) * pods} × ${models.length === 0 ? 'GPU' : models.join(' or ')}` : null))
  const gpus = parts.length === 0 ? `${many(pods, 'pod')} without GPUs` : parts.filter((part) => part !== null).join(', ')
  return [gpus, hours === null ? 'no end named' : sayHours(hours), of].join(' · ')
}

/** What a yes comes to, in a sentence. What is granted to an allocation its terms say. */
export function consequenceOf(request: Exclude<RequestShown, { kind: 'allocation.admit' }>): string {
  if (request.kind === 'tenant.create') {
    const { title, isolationLevel, regions, admin } = request.payload
    return `${title} is made with isolation ${isolationLevel}, in ${regions.join(', ')}. ${admin.name} becomes its admin. It holds no capacity yet.`
  }
  if (request.kind === 'quota.raise') {
    const { tenant, resource, from, to } = request.payload
    return `The quota of ${tenant} becomes ${formatAmount(resource, to)} of ${resource}; it is ${formatAmount(resource, from)}. Its organisation has that much less to give to others.`
  }
  if (request.kind === 'policy.except') {
    const { tenant, namespace, control, until, owner } = request.payload
    return `Pods of ${tenant}/${namespace} need not meet the control ${sayControl(control)} until ${sayEnd(until)}. ${owner} answers for it.`
  }
  if (request.kind === 'pair.allow') {
    const { from, to, ports, until } = request.payload
    return `${from.tenant}/${from.namespace} may open connections to ${to.tenant}/${to.namespace}, ${sayPorts(ports)}, until ${sayEnd(until)}. Nothing else passes between them, and either side ends it at any time.`
  }
  if (request.kind === 'role.elevate') return `${request.payload.person.name} may change things on the platform for ${request.payload.hours} hours, once, and begins it within a day of the yes.`
  if (request.kind === 'breakglass.review') return `It is said that what ${request.payload.person.name} did alone was right, and such a thing can be done again.`
  const { name, namespace, amounts, from, endsAt } = request.payload
  return `${name} in ${namespace} goes on with ${sayAmounts(Object.entries(amounts))} until ${sayEnd(endsAt)}${from === null ? '' : `; it ends ${sayEnd(from)}`}. Nothing new is given.`
}
