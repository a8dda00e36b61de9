import { type Appointed, isAppointed } from './decide-appointed'
import type { ApprovingRole, Rule } from './decide-rule'

/** Who may answer a request, of whatever kind it is. Whether it can be done is for its kind to say. */
export type RequestState = 'open' | 'approved' | 'refused' | 'withdrawn' | 'lapsed'
/** `stays` is what whoever asked cannot take back; `elsewhere` is that they are of another tenant. `gainers` are those it would give something to, beside whoever asked; `saidYes` are those who said it to these terms. */
export type Answerable = { state: RequestState; decidedBy: string | null; requestedBy: string; gainers: readonly string[]; terms: string; rule: Rule; saidYes: readonly string[]; recused: readonly string[]; isAsked: boolean; stays: boolean; elsewhere: boolean }
/** Whoever answers: in which roles of their own, for whom while they are away, and whether it is a machine in its owner's place. */
export type Answering = { person: string; roles: readonly ApprovingRole[]; delegated: readonly { through: string; role: ApprovingRole }[]; isMachine: boolean }
/** `terms` is the digest of what they were shown; in the roles that are `appointed` they are nobody else. */
export type Approving = Answering & { terms: string; factor: string | null; appointed: readonly Appointed[] }
export type SayRefusal = 'own_request' | 'not_asked' | 'recused' | 'is_machine'
type Common = 'not_found' | 'already_decided' | SayRefusal
export type ApproveRefusal = Common | 'appointed' | 'terms_changed' | 'passkey_required' | 'question_open'
export type RefuseRefusal = Common
export type AskRefusal = Common | 'question_open' | 'asker_elsewhere'
export type AnswerRefusal = 'not_found' | 'already_decided' | 'no_question'
export type WithdrawRefusal = 'not_found' | 'already_decided' | 'must_be_answered'
/** `done` is a repeat by the same person of what they did already, and a success; `through` is in whose place, if in anybody's. */
export type AnswerDecision<R extends string> = { ok: true; done: boolean; as: ApprovingRole; through: string | null } | { ok: false; refusal: R }

/** Who has more than this open at once is not waiting for an answer. */
export const openMost = 20

/** Order is precedence. */
export function decideApproval(request: Answerable | null, by: Approving): AnswerDecision<ApproveRefusal> {
  if (!request) return { ok: false, refusal: 'not_found' }
  const repeats = request.saidYes.includes(by.person) && request.terms === by.terms && (request.state === 'open' || request.state === 'approved')
  if (repeats) return { ok: true, done: true, as: roleIn(request.rule, by.roles) ?? 'approver', through: null }
  if (request.state !== 'open') return { ok: false, refusal: 'already_decided' }
  if (request.terms !== by.terms) return { ok: false, refusal: 'terms_changed' }
  const answering = mayApprove(request, by)
  if (!answering.ok) return answering
  if (request.isAsked) return { ok: false, refusal: 'question_open' }
  return request.rule.factor === 'passkey' && by.factor !== 'passkey' ? { ok: false, refusal: 'passkey_required' } : answering
}

/** Who said yes before adds none by saying it again. But what did not count then may count by now, and nobody else need come for it to be done: whoever says it again could say it still. */
export const mayFinish = (request: Answerable, by: Approving): boolean =>
  request.state === 'open' && !request.isAsked && mayApprove(request, by).ok && (request.rule.factor !== 'passkey' || by.factor === 'passkey')

/** A yes takes somebody else; anything else that is said takes nothing from anybody. */
function mayApprove(request: Answerable, by: Approving): AnswerDecision<SayRefusal | 'appointed'> {
  const answering = mayAnswer(request, by)
  if (!answering.ok) return answering
  const counts = (person: string, role: string) => !isAppointed(by.appointed, person, role)
  const approving = mayAnswer(request, { ...by, roles: by.roles.filter((role) => counts(by.person, role)), delegated: by.delegated.filter(({ through, role }) => counts(through, role)) })
  return approving.ok ? approving : { ok: false, refusal: 'appointed' }
}

/** Nobody needs a power to say no to themselves: they withdraw. */
export function decideRefusal(request: Answerable | null, by: Answering): AnswerDecision<RefuseRefusal> {
  if (!request) return { ok: false, refusal: 'not_found' }
  if (request.state === 'refused' && request.decidedBy === by.person) return { ok: true, done: true, as: roleIn(request.rule, by.roles) ?? 'approver', through: null }
  return request.state === 'open' ? mayAnswer(request, by) : { ok: false, refusal: 'already_decided' }
}

/** A question stops the clock, so there is one at a time. To recuse oneself is for those who could answer, too. */
export function decideQuestion(request: Answerable | null, by: Answering): AnswerDecision<AskRefusal> {
  const may = decideRefusal(request, by)
  if (may.ok && request?.elsewhere) return { ok: false, refusal: 'asker_elsewhere' }
  return may.ok && request?.isAsked ? { ok: false, refusal: 'question_open' } : may
}

export function decideAnswer(request: Answerable | null, person: string): { ok: true } | { ok: false; refusal: AnswerRefusal } {
  if (!request || request.requestedBy !== person) return { ok: false, refusal: 'not_found' }
  if (request.state !== 'open') return { ok: false, refusal: 'already_decided' }
  return request.isAsked ? { ok: true } : { ok: false, refusal: 'no_question' }
}

/** Another's request is not found, as if there were none. */
export function decideWithdrawal(request: Answerable | null, person: string): { ok: true; done: boolean } | { ok: false; refusal: WithdrawRefusal } {
  if (!request || request.requestedBy !== person) return { ok: false, refusal: 'not_found' }
  if (request.state === 'open') return request.stays ? { ok: false, refusal: 'must_be_answered' } : { ok: true, done: false }
  return request.state === 'withdrawn' && request.decidedBy === person ? { ok: true, done: true } : { ok: false, refusal: 'already_decided' }
}

/** The one place where it is asked whether somebody may have a say: neither whoever asked nor whoever gains, nor a machine of anybody's; and in another's place only where that other might. */
export function mayAnswer(request: Pick<Answerable, 'requestedBy' | 'gainers' | 'rule' | 'saidYes' | 'recused'>, { person, roles, delegated, isMachine }: Answering): AnswerDecision<SayRefusal> {
  if (isMachine) return { ok: false, refusal: 'is_machine' }
  const gains = (somebody: string) => request.requestedBy === somebody || request.gainers.includes(somebody)
  if (gains(person)) return { ok: false, refusal: 'own_request' }
  const own = roleIn(request.rule, roles)
  // Whoever said yes already needs nobody to say it for them.
  const asked = own === null ? delegated.filter(({ through, role }) => roleIn(request.rule, [role]) !== null && !request.saidYes.includes(through)) : []
  if (own === null && asked.length === 0) return { ok: false, refusal: 'not_asked' }
  if (request.recused.includes(person)) return { ok: false, refusal: 'recused' }
  if (own !== null) return { ok: true, done: false, as: own, through: null }
  const disinterested = asked.filter(({ through }) => !gains(through))
  if (disinterested.length === 0) return { ok: false, refusal: 'own_request' }
  const [first] = disinterested.filter(({ through }) => !request.recused.includes(through))
  return first ? { ok: true, done: false, as: first.role, through: first.through } : { ok: false, refusal: 'recused' }
}
/** Of whoever holds several, the first that the rule asks for. */
const roleIn = ({ anyOf }: Rule, roles: readonly ApprovingRole[]): ApprovingRole | null => anyOf.flatMap(({ of }) => of).find((role) => roles.includes(role)) ?? null
