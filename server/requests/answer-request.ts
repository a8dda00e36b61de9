import { z } from 'zod'
import { Digest, Handle, Prose, Uuid } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { Change, PlatformWriter, SelfWriter, TenantWriter } from '~/server/database/deed'
import { digestOf, type Json } from '~/server/shared/canonical'
import { decideAppointed } from './decide-appointed'
import { type Answerable, type AnswerDecision, type ApproveRefusal, type Approving, type AskRefusal, decideAnswer, decideApproval, decideQuestion, decideRefusal, decideWithdrawal, mayFinish, type RefuseRefusal, type RequestState } from './decide-request'
import { type ApprovingRole, decideQuorum, type Rule } from './decide-rule'
import { answerableOf, type KindRefusal, kindOf } from './kinds'
import { pathOfAsker } from './tell-of-requests'
import { answeringOf, holding, type RequestRow, type RequestStanding, standing, termsOf, type WordKind, type WordRow, yesesIn } from './request'

const of = { request: Uuid }
const inTenant = { tenant: Handle, ...of }
export const ApproveRequest = z.strictObject({ ...of, terms: Digest })
export const ApproveRequestInTenant = z.strictObject({ ...inTenant, terms: Digest })
export const RefuseRequest = z.strictObject({ ...of, reason: Prose })
export const RefuseRequestInTenant = z.strictObject({ ...inTenant, reason: Prose })
export const AskAboutRequest = z.strictObject({ ...of, question: Prose })
export const AskAboutRequestInTenant = z.strictObject({ ...inTenant, question: Prose })
export const RecuseFromRequest = z.strictObject({ ...of, reason: Prose })
export const RecuseFromRequestInTenant = z.strictObject({ ...inTenant, reason: Prose })
export const AnswerRequest = z.strictObject({ ...of, answer: Prose })
export const WithdrawRequest = z.strictObject(of)

type Writing = Pick<PlatformWriter<'requests.approve'>, 'rows' | 'now' | 'actor'>
export type Voting = Writing & Pick<PlatformWriter<'requests.approve'>, 'factor' | 'requestHolders' | 'requestAppointments'>
/** What came of it, before it is recorded: the same for whoever answers on the platform and in a tenant. */
type Said = { readonly change: Change; readonly value: RequestStanding }
type Outcome<R extends string> = { readonly refusal: R } | Said
const told = <A extends WriteAction, R extends string>(tx: Pick<SelfWriter<A>, 'record' | 'refuse'>, outcome: Outcome<R>) => ('refusal' in outcome ? tx.refuse(outcome.refusal) : tx.record(outcome.change, outcome.value))
const no = <R extends string>(refusal: R): Outcome<R> => ({ refusal })
const yes = (before: RequestRow, after: RequestRow = before, more: { readonly [name: string]: Json } = {}): Said => ({ change: { before: standing(before), after: { ...standing(after), ...more } }, value: standing(after) })
export type Held = { readonly request: RequestRow; readonly words: readonly WordRow[] }

/** Held first and read then: whoever answers at the same time is waited for, and what they said is seen. What is not theirs to see is not there; another tenant's is not either. */
async function hold({ rows }: Writing, id: string, tenant: string | null): Promise<Held | null> {
  const { count } = await rows.request.updateMany({ where: { id, state: 'open' }, data: { version: { increment: 1n } } })
  const found = await rows.request.findUnique({ where: { id, ...(tenant === null ? {} : { tenantId: tenant }) }, include: { words: { orderBy: [{ at: 'asc' }, { id: 'asc' }] } } })
  if (!found) return null
  const { words, ...request } = found
  return { request: { ...request, version: request.version - BigInt(count) }, words }
}
const answerable = ({ now }: Writing, held: Held | null) => held && answerableOf(held.request, held.words, now)
async function say({ rows, now, actor }: Writing, { id, tenantId, terms }: RequestRow, kind: WordKind, more: { role?: ApprovingRole; through?: string | null; says?: string; evidence?: Json } = {}): Promise<WordRow> {
  const { evidence, ...rest } = more
  const row = { requestId: id, tenantId, kind, personId: actor.personId, terms, at: now, ...rest, ...(evidence === undefined ? {} : { evidence: evidence as never }) }
  return rows.requestWord.create({ data: row })
}
/** What a lane does because of it is not done yet. */
async function close({ rows, now, actor }: Writing, before: RequestRow, state: RequestState, reason: string | null): Promise<RequestRow> {
  const decided = { state, decidedBy: actor.personId, decidedAt: now, decisionReason: reason, carriedOutAt: before.allocationId === null ? now : null }
  await rows.request.updateMany({ where: { id: before.id, state: 'open' }, data: decided })
  return { ...before, ...decided, version: before.version + 1n }
}

/** What a deed carries out is its payload, so that is what its terms must be made of; a lane makes the terms anew and compares them. */
function isOfTerms({ kind, payload, termsBody, terms }: RequestRow, byLane: boolean): boolean {
  if (byLane) return digestOf(termsBody as Json) === terms
  const { version } = termsBody as { version?: number }
  return digestOf(version === undefined ? (payload as Json) : termsOf(kind, version, payload as { [name: string]: Json })) === terms
}

/** A yes that may be said, and what it is said to; `done` is one that was said already, and `finishes` that what it was said to may be done with it all the same. */
export type Sayable = { readonly ok: true; readonly done: boolean; readonly finishes: boolean; readonly as: ApprovingRole; readonly through: string | null; readonly held: Held }
export type Judge<R extends string> = (request: Answerable | null, by: Approving, held: Held | null) => AnswerDecision<R>
const evidenceOf = ({ factor }: Voting) => (factor?.evidence ?? {}) as { readonly [name: string]: Json }

/** What is done is what was shown: the terms are digested from what would be done. From here on what it needs stands still. */
export async function judgeYes<R extends string>(tx: Voting, tenant: string | null, { request: id, terms }: z.infer<typeof ApproveRequest>, judge: Judge<R>): Promise<Sayable | { readonly ok: false; readonly refusal: R | KindRefusal }> {
  const held = await hold(tx, id, tenant)
  const { kind: factor = null } = evidenceOf(tx) as { kind?: string }
  const of = answerable(tx, held)
  const answering = answeringOf(tx.actor, tenant)
  const appointed = of ? decideAppointed(of, answering, (await tx.requestAppointments([id])).get(id) ?? []) : []
  const by = { ...answering, terms, factor, appointed }
  const decision = judge(of, by, held)
  if (!decision.ok) return decision
  if (!held || !of) throw new Error('what is not there was approved')
  if (decision.done && !mayFinish(of, by)) return { ...decision, finishes: false, held }
  const { request } = held
  const kind = kindOf(request.kind)
  if (!isOfTerms(request, kind.byLane)) throw new Error(`request ${id} holds other terms than its own`)
  await kind.hold(tx, request.payload)
  const impossible = await kind.judge(tx.rows, request.payload)
  return impossible && !decision.done ? { ok: false, refusal: impossible } : { ...decision, finishes: impossible === null, held }
}

/** With the last yes that its rule asks for it is done. */
export async function sayYes(tx: Voting, { done, finishes, as, through, held: { request, words } }: Sayable, evidence: Json): Promise<Said> {
  if (!finishes) return yes(request)
  const said = done ? [] : [await say(tx, request, 'yes', { role: as, through, evidence })]
  if (!done) await tx.rows.request.updateMany({ where: { id: request.id, state: 'open' }, data: { saidYes: { push: tx.actor.personId } } })
  const { met } = decideQuorum(request.rule as Rule, request.terms, yesesIn([...words, ...said]), holding(await tx.requestHolders(request.id)))
  const inPlaceOf: { [name: string]: Json } = through === null ? {} : { inPlaceOf: through }
  if (!met) return yes(request, request, inPlaceOf)
  const kind = kindOf(request.kind)
  // What a kind may write it may write while its request is open.
  const made = kind.byLane ? {} : { made: await kind.effect(tx, request.payload) }
  return yes(request, await close(tx, request, 'approved', null), { ...inPlaceOf, ...made })
}

async function approve(tx: Voting, tenant: string | null, wish: z.infer<typeof ApproveRequest>): Promise<Outcome<ApproveRefusal | KindRefusal>> {
  const judged = await judgeYes(tx, tenant, wish, decideApproval)
  return judged.ok ? sayYes(tx, judged, evidenceOf(tx)) : no(judged.refusal)
}

async function refuse(tx: Writing, tenant: string | null, { request: id, reason }: z.infer<typeof RefuseRequest>): Promise<Outcome<RefuseRefusal>> {
  const held = await hold(tx, id, tenant)
  const decision = decideRefusal(answerable(tx, held), answeringOf(tx.actor, tenant))
  if (!decision.ok) return no(decision.refusal)
  if (!held) throw new Error('what is not there was refused')
  const { request } = held
  if (decision.done) return yes(request)
  await say(tx, request, 'no', { role: decision.as, through: decision.through, says: reason })
  await kindOf(request.kind).refused(tx, request.payload, reason)
  return yes(request, await close(tx, request, 'refused', reason))
}

/** A question stops the clock until whoever asked for it answers. */
async function ask(tx: Writing, tenant: string | null, { request: id, question }: z.infer<typeof AskAboutRequest>): Promise<Outcome<AskRefusal>> {
  const held = await hold(tx, id, tenant)
  const decision = decideQuestion(answerable(tx, held), answeringOf(tx.actor, tenant))
  if (!decision.ok) return no(decision.refusal)
  if (!held || decision.done) return no('already_decided')
  await say(tx, held.request, 'question', { role: decision.as, through: decision.through, says: question })
  await tx.rows.request.updateMany({ where: { id, state: 'open' }, data: { askedAt: tx.now } })
  return yes(held.request, held.request, { question })
}

/** Whoever has an interest in it, or none, takes no further part. */
async function recuse(tx: Writing, tenant: string | null, { request: id, reason }: z.infer<typeof RecuseFromRequest>): Promise<Outcome<RefuseRefusal>> {
  const held = await hold(tx, id, tenant)
  const decision = decideRefusal(answerable(tx, held), answeringOf(tx.actor, tenant))
  if (!decision.ok) return no(decision.refusal)
  if (!held || decision.done) return no('already_decided')
  await say(tx, held.request, 'recusal', { role: decision.as, through: decision.through, says: reason })
  await tx.rows.request.updateMany({ where: { id, state: 'open' }, data: { recused: { push: tx.actor.personId } } })
  return yes(held.request, held.request, { recused: tx.actor.personId })
}

export const approveRequest = async (tx: PlatformWriter<'requests.approve'>, wish: z.infer<typeof ApproveRequest>) => told(tx, await approve(tx, null, wish))
export const approveRequestInTenant = async (tx: TenantWriter<'requests.approveInTenant'>, wish: z.infer<typeof ApproveRequestInTenant>) => told(tx, await approve(tx, tx.tenant, wish))
export const refuseRequest = async (tx: PlatformWriter<'requests.refuse'>, wish: z.infer<typeof RefuseRequest>) => told(tx, await refuse(tx, null, wish))
export const refuseRequestInTenant = async (tx: TenantWriter<'requests.refuseInTenant'>, wish: z.infer<typeof RefuseRequestInTenant>) => told(tx, await refuse(tx, tx.tenant, wish))
export const askAboutRequest = async (tx: PlatformWriter<'requests.ask'>, wish: z.infer<typeof AskAboutRequest>) => told(tx, await ask(tx, null, wish))
export const askAboutRequestInTenant = async (tx: TenantWriter<'requests.askInTenant'>, wish: z.infer<typeof AskAboutRequestInTenant>) => told(tx, await ask(tx, tx.tenant, wish))
export const recuseFromRequest = async (tx: PlatformWriter<'requests.recuse'>, wish: z.infer<typeof RecuseFromRequest>) => told(tx, await recuse(tx, null, wish))
export const recuseFromRequestInTenant = async (tx: TenantWriter<'requests.recuseInTenant'>, wish: z.infer<typeof RecuseFromRequestInTenant>) => told(tx, await recuse(tx, tx.tenant, wish))

/** As long as nobody answered the clock stood: that much later is the deadline. Whoever answers a question has read that it waits for them. */
export async function answerRequest(tx: SelfWriter<'requests.answer'>, { request: id, answer }: z.infer<typeof AnswerRequest>) {
  const held = await hold(tx, id, null)
  const decision = decideAnswer(answerable(tx, held), tx.actor.personId)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!held) throw new Error('what is not there was answered')
  const { request } = held
  await say(tx, request, 'answer', { says: answer })
  const stood = tx.now.getTime() - (request.askedAt ?? tx.now).getTime()
  await tx.rows.request.updateMany({ where: { id, state: 'open' }, data: { askedAt: null, deadline: new Date(request.deadline.getTime() + stood) } })
  await tx.rows.notice.updateMany({ where: { personId: tx.actor.personId, kind: 'request_question', path: pathOfAsker({ id, tenant: request.tenantId, allocation: request.allocationId }), readAt: null }, data: { readAt: tx.now } })
  return told(tx, yes(request))
}

export async function withdrawRequest(tx: SelfWriter<'requests.withdraw'>, { request: id }: z.infer<typeof WithdrawRequest>) {
  const held = await hold(tx, id, null)
  const decision = decideWithdrawal(answerable(tx, held), tx.actor.personId)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!held) throw new Error('what is not there was withdrawn')
  return told(tx, decision.done ? yes(held.request) : yes(held.request, await close(tx, held.request, 'withdrawn', null)))
}
