import { z } from 'zod'
import { Digest, Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter, SelfWriter } from '~/server/database/deed'
import { digestOf, type Json } from '~/server/shared/canonical'
import { decideApproval, decideRefusal, decideWithdrawal, type RequestState } from './decide-request'
import { answerableOf, kindOf } from './kinds'
import { type RequestRow, standing } from './request'

export const ApproveRequest = z.strictObject({ request: Uuid, terms: Digest })
export const RefuseRequest = z.strictObject({ request: Uuid, reason: Prose })
export const WithdrawRequest = z.strictObject({ request: Uuid })

type Writing = Pick<PlatformWriter<'requests.refuse'> | SelfWriter<'requests.withdraw'>, 'rows' | 'now' | 'actor'>
const find = (tx: Writing, request: string): Promise<RequestRow | null> => tx.rows.request.findUnique({ where: { id: request } })

/** Closes it, unless somebody else just did: whoever comes second waits here until the first has committed, and then finds nothing open. */
async function close({ rows, now, actor }: Writing, before: RequestRow, state: RequestState, reason: string | null): Promise<RequestRow | null> {
  const decided = { state, decidedBy: actor.personId, decidedAt: now, decisionReason: reason, version: before.version + 1n }
  const { count } = await rows.request.updateMany({ where: { id: before.id, state: 'open', version: before.version }, data: decided })
  return count === 1 ? { ...before, ...decided } : null
}

/** What is done is what was shown: the terms are the digest of the payload, from the day it was asked for. */
export async function approveRequest(tx: PlatformWriter<'requests.approve'>, { request, terms }: z.infer<typeof ApproveRequest>) {
  const before = await find(tx, request)
  const decision = decideApproval(before && answerableOf(before), { person: tx.actor.personId, terms })
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!before) throw new Error('what is not there was approved')
  if (decision.done) return tx.record({ before: standing(before), after: standing(before) }, standing(before))
  if (digestOf(before.payload as Json) !== before.terms) throw new Error(`request ${request} holds other terms than its own`)
  const kind = kindOf(before.kind)
  const impossible = await kind.judge(tx.rows, before.payload)
  if (impossible) return tx.refuse(impossible)
  const after = await close(tx, before, 'approved', null)
  if (!after) return tx.refuse('already_decided')
  const made = await kind.effect(tx, before.payload)
  return tx.record({ before: standing(before), after: { ...standing(after), made } }, standing(after))
}

export async function refuseRequest(tx: PlatformWriter<'requests.refuse'>, { request, reason }: z.infer<typeof RefuseRequest>) {
  const before = await find(tx, request)
  const decision = decideRefusal(before && answerableOf(before), tx.actor.personId)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!before) throw new Error('what is not there was refused')
  if (decision.done) return tx.record({ before: standing(before), after: standing(before) }, standing(before))
  const after = await close(tx, before, 'refused', reason)
  return after ? tx.record({ before: standing(before), after: standing(after) }, standing(after)) : tx.refuse('already_decided')
}

export async function withdrawRequest(tx: SelfWriter<'requests.withdraw'>, { request }: z.infer<typeof WithdrawRequest>) {
  const before = await find(tx, request)
  const decision = decideWithdrawal(before && answerableOf(before), tx.actor.personId)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!before) throw new Error('what is not there was withdrawn')
  if (decision.done) return tx.record({ before: standing(before), after: standing(before) }, standing(before))
  const after = await close(tx, before, 'withdrawn', null)
  return after ? tx.record({ before: standing(before), after: standing(after) }, standing(after)) : tx.refuse('already_decided')
}
