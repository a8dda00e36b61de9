import type { Allowed } from '~/server/namespaces/decide-objects'
import type { Rule } from '~/server/requests/decide-rule'

const dayMs = 24 * 3_600_000
/** What is needed for longer is offered again. */
export const daysMost = 365
/** So long an offer stands. */
export const lapseDays = 14
/** So many offers of one tenant wait at once: whoever tries names learns nothing, and has few tries. */
export const offersMost = 20
/** So many of one namespace are in force at once. */
export const pairsMost = 50
export const portsMost = 20

export type PairState = 'offered' | 'in_force' | 'refused' | 'lapsed' | 'withdrawn' | 'ended' | 'over'
export type PairTimes = { readonly answer: string | null; readonly until: Date; readonly lapsesAt: Date; readonly endedAt: Date | null }

/** How it stands at a moment, by its own row: nothing has to come by for it to be over. What was ended after its own end was over by then. */
export function pairStateAt({ answer, until, lapsesAt, endedAt }: PairTimes, now: Date): PairState {
  if (answer === 'no') return 'refused'
  const [end, ended, over, live] = answer === null ? ([lapsesAt, 'withdrawn', 'lapsed', 'offered'] as const) : ([until, 'ended', 'over', 'in_force'] as const)
  if (endedAt !== null && endedAt < end) return ended
  return end <= now ? over : live
}

/** An offer waits for so long, and never longer than what it offers would last. */
export const lapsesAt = (until: Date, now: Date): Date => new Date(Math.min(until.getTime(), now.getTime() + lapseDays * dayMs))

type Decision<R extends string> = { readonly ok: true } | { readonly ok: false; readonly refusal: R }
const no = <R extends string>(refusal: R) => ({ ok: false, refusal }) as const

export type OfferRefusal = 'tenant_frozen' | 'namespace_unknown' | 'namespace_frozen' | 'same_tenant' | 'until_not_possible' | 'already_offered' | 'no_change' | 'too_many_offers' | 'too_many_pairs'
/**
 * What is asked before an offer, all of it of whoever offers: nothing here is of the other side, so nothing that is answered can depend on it. `standing` is what is in force the
 * same way between the same places; `offers` are the tenant's that wait, `pairs` the namespace's in force.
 */
export type OfferState = {
  readonly tenantFrozen: boolean; readonly namespace: 'open' | 'frozen' | 'closed' | null; readonly alreadyOffered: boolean
  readonly standing: { readonly ports: readonly number[]; readonly until: Date } | null; readonly offers: number; readonly pairs: number; readonly now: Date
}
type Offer = { readonly tenant: string; readonly otherTenant: string; readonly ports: readonly number[]; readonly until: Date }
/** Order is precedence. */
export function decideOffer({ tenantFrozen, namespace, alreadyOffered, standing, offers, pairs, now }: OfferState, { tenant, otherTenant, ports, until }: Offer): Decision<OfferRefusal> {
  if (tenantFrozen) return no('tenant_frozen')
  if (namespace === null || namespace === 'closed') return no('namespace_unknown')
  if (namespace === 'frozen') return no('namespace_frozen')
  if (tenant === otherTenant) return no('same_tenant')
  if (until <= now || until.getTime() - now.getTime() > daysMost * dayMs) return no('until_not_possible')
  if (alreadyOffered) return no('already_offered')
  if (standing !== null && standing.until.getTime() === until.getTime() && standing.ports.join() === ports.join()) return no('no_change')
  if (offers >= offersMost) return no('too_many_offers')
  return pairs >= pairsMost ? no('too_many_pairs') : { ok: true }
}

export type AllowRefusal = 'offer_over' | 'tenant_frozen' | 'namespace_unknown' | 'namespace_frozen' | 'too_many_pairs'
/** What is asked before the other side's yes, all of it of that side but for the offer itself. */
export type AllowState = Pick<OfferState, 'tenantFrozen' | 'namespace' | 'pairs'> & { readonly state: PairState }
export function decideAllow({ state, tenantFrozen, namespace, pairs }: AllowState): Decision<AllowRefusal> {
  if (state !== 'offered') return no('offer_over')
  if (tenantFrozen) return no('tenant_frozen')
  if (namespace === null || namespace === 'closed') return no('namespace_unknown')
  if (namespace === 'frozen') return no('namespace_frozen')
  return pairs >= pairsMost ? no('too_many_pairs') : { ok: true }
}

export type EndRefusal = 'tenant_frozen' | 'asked_of_us' | 'is_over'
/** What is in force either side ends; what is offered whoever offers it takes back, and whoever is asked answers. */
export function decideEnd({ state, isOurs, tenantFrozen }: { readonly state: PairState; readonly isOurs: boolean; readonly tenantFrozen: boolean }): Decision<EndRefusal> {
  if (tenantFrozen) return no('tenant_frozen')
  if (state === 'offered' && !isOurs) return no('asked_of_us')
  return state === 'offered' || state === 'in_force' ? { ok: true } : no('is_over')
}

type Place = { readonly tenant: string; readonly namespace: string }
/** One pair as a side of it is to allow it. */
export function allowedBy({ pair, from, to, ports }: { readonly pair: string; readonly from: Place; readonly to: Place; readonly ports: readonly number[] }, tenant: string): Allowed {
  const [other, way] = from.tenant === tenant ? ([to, 'out'] as const) : ([from, 'in'] as const)
  return { id: pair, tenant: other.tenant, namespace: other.namespace, way, ports }
}

/** Whatever the policy says of what a tenant decides: the yes to a pair is its own admins', and nobody's above. */
export function decidePairRule({ anyOf, factor }: Rule): Rule {
  const counts = anyOf.flatMap(({ of, count }) => (of.includes('tenant_admin') ? [count] : []))
  return { anyOf: [{ of: ['tenant_admin'], count: Math.min(...(counts.length === 0 ? [1] : counts)) }], factor }
}

const pairMarks = ['decided', 'ended', 'week', 'day'] as const
export type PairMark = (typeof pairMarks)[number]
const ahead = { week: 7 * dayMs, day: dayMs } as const
/** What is told of it now, and what counts as told with it: all that happened, and of two reminders that are due the later one. What was to last no longer than a reminder is ahead of its end is not reminded of by it. */
export function decidePairTelling(pair: PairTimes & { readonly answeredAt: Date | null; readonly endedBecause: string | null; readonly told: readonly string[] }, now: Date): { readonly due: readonly PairMark[]; readonly tell: readonly PairMark[] } {
  const { until, answeredAt, endedBecause, told } = pair
  const state = pairStateAt(pair, now)
  const isNear = (mark: 'week' | 'day') => state === 'in_force' && until.getTime() - now.getTime() <= ahead[mark]
  const holds: Record<PairMark, boolean> = { decided: answeredAt !== null || state === 'lapsed', ended: state === 'ended' && endedBecause !== 'replaced', week: isNear('week'), day: isNear('day') }
  const due = pairMarks.filter((mark) => holds[mark] && !told.includes(mark))
  const reminder = (['day', 'week'] as const).find((mark) => due.includes(mark) && answeredAt !== null && until.getTime() - answeredAt.getTime() > ahead[mark])
  return { due, tell: [...due.filter((mark) => mark === 'decided' || mark === 'ended'), ...(reminder === undefined ? [] : [reminder])] }
}
