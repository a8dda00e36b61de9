import type { Api } from '~/server/api/router'
import { denials } from '~/server/authorization/denied.refusals'

type Routers = Api['_def']['record']
type Is<P, Type> = P extends { _def: { type: Type } } ? true : false
type NamesOf<R extends keyof Routers & string, Type> = { [P in keyof Routers[R] & string]: Is<Routers[R][P], Type> extends true ? `${R}.${P}` : never }[keyof Routers[R] & string]
type Names<Type> = { [R in keyof Routers & string]: NamesOf<R, Type> }[keyof Routers & string]
type Named<N extends string> = N extends `${infer R extends keyof Routers & string}.${infer P}`
  ? P extends keyof Routers[R] ? Routers[R][P] extends { _def: { $types: infer Types extends { input: unknown; output: unknown } } } ? Types : never : never
  : never

/** A name is an address at the door, and an action. */
export type CommandName = Names<'mutation'>
export type QueryName = Names<'query'>
export type WatchName = Names<'subscription'>
export type QuestionOf<N extends QueryName> = Named<N>['input']
export type Told<N extends QueryName> = { ok: true; value: Named<N>['output'] } | { ok: false; no: No<never> }
export type InputOf<N extends CommandName> = Named<N>['input']
type AnswerOf<N extends CommandName> = Named<N>['output']
export type ValueOf<N extends CommandName> = AnswerOf<N> extends infer A ? A extends { ok: true; value: infer V } ? V : never : never
export type RefusalOf<N extends CommandName> = AnswerOf<N> extends infer A ? A extends { ok: false; refusal: infer R extends string } ? R : never : never

export type Sentence = { says: string; fix: string }
export type Denial = keyof typeof denials
/** Every way not to have done it: the engine's refusals of this command, the door's, and two that only a browser sees. */
export type Reason<R extends string> = R | Denial | 'unreachable' | 'fault'
/** `permission` is what was missing, where somebody may know that there is such a thing. */
export type No<R extends string> = Sentence & { reason: Reason<R>; fields: { field: string; says: string }[]; permission?: string }
/** `answered` where the command itself said no; else nothing came to it, or nothing is known of it. */
export type Outcome<N extends CommandName> = { ok: true; value: ValueOf<N> } | { ok: false; answered: boolean; no: No<RefusalOf<N>> }

const unreachable = { says: 'Bailiwick could not be reached, so it is not known whether this was done.', fix: 'Send it again: it is done once, however often it is sent.' }

/** Where the refusal brought its own sentence, with the figures that it is about, that one is told. */
export function refusedBy<R extends string>(refusals: Record<R, Sentence>, refusal: R, about: No<R>['fields'] = []): No<R> {
  const { says, fix } = refusals[refusal]
  const own = about.find(({ field }) => field === 'says')?.says
  return { reason: refusal, says: own || says, fix, fields: about.filter(({ field }) => field !== 'says') }
}

/** What an error at the door means. Only what has the door's own shape is believed; anything else is a fault, or no answer at all. */
export function readNo(error: unknown): No<never> {
  const { data, message, cause } = (typeof error === 'object' && error !== null ? error : {}) as { data?: unknown; message?: unknown; cause?: unknown }
  if (typeof data !== 'object' || data === null) return cause instanceof TypeError || cause instanceof DOMException ? { reason: 'unreachable', ...unreachable, fields: [] } : fault('')
  const { refusal, fields, permission } = data as { refusal?: unknown; fields?: unknown; permission?: unknown }
  if (typeof refusal === 'string' && Object.hasOwn(denials, refusal)) {
    const reason = refusal as Denial
    return { reason, ...denials[reason], fields: Array.isArray(fields) ? (fields as { field: string; says: string }[]) : [], ...(typeof permission === 'string' ? { permission } : {}) }
  }
  return fault(typeof message === 'string' ? message : '')
}
const fault = (message: string): No<never> => ({ reason: 'fault', says: message || 'Something went wrong.', fix: 'Look at the page again before repeating it.', fields: [] })
