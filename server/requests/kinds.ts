/** Every kind of request there is. This is the one place that reaches into other concepts, because approving is doing what they describe. */
import { newTenant } from '~/server/tenants/tenant.kind'
import type { Answerable, RequestState } from './decide-request'
import type { RequestRow } from './request'

export const kinds = { 'tenant.create': newTenant } as const
export type KindName = keyof typeof kinds
export type KindRefusal = Exclude<Awaited<ReturnType<(typeof kinds)[KindName]['judge']>>, null>
export type PayloadShown = ReturnType<(typeof kinds)[KindName]['shown']>

export function kindOf(name: string): (typeof kinds)[KindName] {
  if (!Object.hasOwn(kinds, name)) throw new Error(`there is no kind of request called ${name}`)
  return kinds[name as KindName]
}

/** A request as its answers are decided on. */
export const answerableOf = ({ kind, payload, state, decidedBy, requestedBy, terms }: RequestRow): Answerable =>
  ({ state: state as RequestState, decidedBy, requestedBy, terms, gainers: kindOf(kind).gainers(payload) })
