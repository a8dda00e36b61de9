/** Who may answer a request, of whatever kind it is. Whether it can be done is for its kind to say. */
export type RequestState = 'open' | 'approved' | 'refused' | 'withdrawn'
/** `gainers` are those it would give something to, beside whoever asked. */
export type Answerable = { state: RequestState; decidedBy: string | null; requestedBy: string; gainers: readonly string[]; terms: string }
export type ApproveRefusal = 'not_found' | 'already_decided' | 'terms_changed' | 'own_request'
export type RefuseRefusal = 'not_found' | 'already_decided' | 'own_request'
export type WithdrawRefusal = 'not_found' | 'already_decided'
/** `done` is a repeat by the same person of what they did already, and a success. */
export type AnswerDecision<R extends string> = { ok: true; done: boolean } | { ok: false; refusal: R }

/** Who has more than this open at once is not waiting for an answer. */
export const openMost = 20

/** `terms` is the digest of what they were shown. Order is precedence. */
export function decideApproval(request: Answerable | null, by: { person: string; terms: string }): AnswerDecision<ApproveRefusal> {
  if (!request) return { ok: false, refusal: 'not_found' }
  if (request.state !== 'open') return repeated(request, 'approved', by.person)
  if (request.terms !== by.terms) return { ok: false, refusal: 'terms_changed' }
  if (isTheirs(request, by.person)) return { ok: false, refusal: 'own_request' }
  return { ok: true, done: false }
}

/** Nobody needs a power to say no to themselves: they withdraw. */
export function decideRefusal(request: Answerable | null, person: string): AnswerDecision<RefuseRefusal> {
  if (!request) return { ok: false, refusal: 'not_found' }
  if (request.state !== 'open') return repeated(request, 'refused', person)
  return isTheirs(request, person) ? { ok: false, refusal: 'own_request' } : { ok: true, done: false }
}

/** Another's request is not found, as if there were none. */
export function decideWithdrawal(request: Answerable | null, person: string): AnswerDecision<WithdrawRefusal> {
  if (!request || request.requestedBy !== person) return { ok: false, refusal: 'not_found' }
  return request.state === 'open' ? { ok: true, done: false } : repeated(request, 'withdrawn', person)
}

const isTheirs = ({ requestedBy, gainers }: Answerable, person: string) => requestedBy === person || gainers.includes(person)
const repeated = ({ state, decidedBy }: Answerable, as: RequestState, person: string): AnswerDecision<'already_decided'> =>
  state === as && decidedBy === person ? { ok: true, done: true } : { ok: false, refusal: 'already_decided' }
