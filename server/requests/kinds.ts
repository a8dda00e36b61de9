/** Every kind of request there is. This is the one place that reaches into other concepts, because approving is doing what they describe. */
import { admission } from '~/server/allocations/allocation.kind'
import { extension } from '~/server/allocations/extension.kind'
import { review } from '~/server/break-glass/break-glass.kind'
import { elevate } from '~/server/elevations/elevation.kind'
import { allow } from '~/server/pairs/pair.kind'
import { exception } from '~/server/policies/exception.kind'
import { raise } from '~/server/quotas/quota.kind'
import { newTenant } from '~/server/tenants/tenant.kind'
import { stateAt } from './decide-lapse'
import type { Answerable, RequestState } from './decide-request'
import type { Rule } from './decide-rule'
import { type RequestRow, type WordRow, yesesIn } from './request'

export const kinds = { 'allocation.admit': admission, 'allocation.extend': extension, 'breakglass.review': review, 'pair.allow': allow, 'policy.except': exception, 'quota.raise': raise, 'role.elevate': elevate, 'tenant.create': newTenant } as const
type KindName = keyof typeof kinds
export type KindRefusal = Exclude<Awaited<ReturnType<(typeof kinds)[KindName]['judge']>>, null>
export type PayloadShown = { [K in KindName]: { kind: K; payload: ReturnType<(typeof kinds)[K]['shown']> } }[KindName]

export function kindOf(name: string): (typeof kinds)[KindName] {
  if (!Object.hasOwn(kinds, name)) throw new Error(`there is no kind of request called ${name}`)
  return kinds[name as KindName]
}

export const lapsingKinds = (Object.keys(kinds) as KindName[]).filter((name) => kinds[name].lapses)
/** How it stands at a moment, by its own time. */
export const stateOf = ({ kind, state, deadline, askedAt }: Pick<RequestRow, 'kind' | 'state' | 'deadline' | 'askedAt'>, now: Date): RequestState => stateAt({ state: state as RequestState, deadline, askedAt }, kindOf(kind).lapses, now)

/** A request as its answers are decided on. */
export function answerableOf(row: RequestRow, words: readonly Pick<WordRow, 'kind' | 'personId' | 'role' | 'through' | 'terms'>[], now: Date): Answerable {
  const { kind, payload, decidedBy, requestedBy, terms, rule, askedAt } = row
  return {
    state: stateOf(row, now), decidedBy, requestedBy, terms, gainers: kindOf(kind).gainers(payload), rule: rule as Rule, isAsked: askedAt !== null, stays: kindOf(kind).stays, elsewhere: kindOf(kind).elsewhere,
    saidYes: yesesIn(words).filter((yes) => yes.terms === terms).map(({ person }) => person), recused: words.flatMap((word) => (word.kind === 'recusal' && word.personId !== null ? [word.personId] : [])),
  }
}
