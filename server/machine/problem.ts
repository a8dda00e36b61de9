/** Every no, as RFC 9457 has it. `type` leads to the sentence on the reference page; `code` is the word of the action's own union, the same as at the browser's door. */
import type { Denial } from '~/server/authorization/denied'
import { denials } from '~/server/authorization/denied.refusals'
import { retryAfter } from '~/server/rates/floods'
import { type MachineRefusal, machineRefusals } from './machine.refusals'
import type { Route } from './routes'

export const problemType = 'application/problem+json'
export type Field = { readonly field: string; readonly says: string }
export type Problem = {
  readonly type: string; readonly title: string; readonly status: number; readonly code: string; readonly fix: string; readonly reference: string
  readonly detail?: string; readonly fields?: readonly Field[]; readonly permission?: string
}
export type Answered = { readonly status: number; readonly problem: Omit<Problem, 'reference'>; readonly headers: Readonly<Record<string, string>> }

export const statusOfDenial: Readonly<Record<Denial, number>> = {
  not_signed_in: 401, powers_lapsed: 401, not_elevated: 401, step_up_required: 401, factor_too_new: 403, forbidden: 403, wrong_caller: 403, wrong_audience: 403, not_found: 404,
  bad_input: 400, expired: 400, altered: 400, replayed: 409, grounds_changed: 409, idempotency_key_reused: 422, too_many_watchers: 429, too_many_requests: 429, shut_out_for_now: 429, engine_unavailable: 503, unanswered: 503,
}
export const statusOfMachine: Readonly<Record<MachineRefusal, number>> = { not_http: 400, headers_too_large: 431, too_slow: 408, method_not_allowed: 405, not_acceptable: 406, not_json: 415, too_large: 413, fault: 500 }
/** What is refused is refused by how things stand; only what is somebody else's is forbidden. */
export const statusOfRefusal = (refusal: string): number => (refusal === 'not_yours' ? 403 : 409)

/** Where the reference page says more. */
export const anchorOf = (code: string, route?: Pick<Route, 'action'>): string => (route ? `${route.action}.${code}` : code)
const typeOf = (anchor: string) => `/v1#${anchor}`

/** Sentences for a machine's author where those for a person at a page would mislead. */
const forMachines: Partial<Record<Denial, { says: string; fix: string }>> = {
  not_signed_in: { says: 'No token was shown, or one that is nobody’s.', fix: 'Send Authorization: Bearer with a token that works; its owner makes one under “Tokens”.' },
  forbidden: { says: 'This token, or its owner’s roles, do not allow this.', fix: 'Make a token that names the permission, or ask an admin of the tenant for a role that has it.' },
  bad_input: { says: 'Something in this is not as it must be.', fix: 'Correct what `fields` names.' },
  step_up_required: { says: 'A person must confirm this with their second factor.', fix: 'Do it in the console.' },
}
export const sentencesOf = (denial: Denial): { says: string; fix: string } => forMachines[denial] ?? denials[denial]

const insufficient = 'Bearer error="insufficient_user_authentication"'
export function ofDenial(denial: Denial, fields: readonly Field[] = [], permission?: string): Answered {
  const { says, fix } = sentencesOf(denial)
  const status = statusOfDenial[denial]
  return {
    status,
    problem: { type: typeOf(anchorOf(denial)), title: says, status, code: denial, fix, ...(fields.length ? { fields } : {}), ...(denial === 'forbidden' && permission ? { permission } : {}) },
    headers: { ...(status === 401 ? { 'www-authenticate': denial === 'not_signed_in' ? 'Bearer error="invalid_token"' : insufficient } : {}), ...(status === 429 ? { 'retry-after': '1' } : {}) },
  }
}
/** With until when, which is also what is left of it. */
export function ofShutOut(until: Date): Answered {
  const { status, problem, headers } = ofDenial('shut_out_for_now')
  return { status, problem: { ...problem, detail: `It is over at ${until.toISOString()}.` }, headers: { ...headers, 'retry-after': retryAfter(until) } }
}
export function ofMachine(refusal: MachineRefusal, headers: Readonly<Record<string, string>> = {}): Answered {
  const { says, fix } = machineRefusals[refusal]
  const status = statusOfMachine[refusal]
  return { status, problem: { type: typeOf(anchorOf(refusal)), title: says, status, code: refusal, fix }, headers }
}
/** `detail` is the sentence with its figures, where admission says one. */
export function ofRefusal(route: Route, refusal: string, about: readonly Field[]): Answered {
  const sentence = route.refusals[refusal]
  if (!sentence) throw new Error(`${route.action} refuses with ${refusal}, of which its route knows nothing`)
  const status = statusOfRefusal(refusal)
  const detail = about.find(({ field, says }) => field === 'says' && says !== '')?.says
  return { status, problem: { type: typeOf(anchorOf(refusal, route)), title: sentence.says, status, code: refusal, fix: sentence.fix, ...(detail === undefined ? {} : { detail }) }, headers: {} }
}

export const answerProblem = ({ status, problem, headers }: Answered, reference: string): Response =>
  new Response(JSON.stringify({ ...problem, reference } satisfies Problem), { status, headers: { ...headers, 'content-type': problemType } })
