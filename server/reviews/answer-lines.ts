import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { heldAt } from '~/server/members/held'
import type { Json } from '~/server/shared/canonical'
import { decideAnswer, decideLine, type LineState, type LineStands, type Word } from './decide-review'
import { endAccess, type Line, tellEnded } from './end-access'
import { reviewRefusals } from './review.refusals'

/** As many as a page shows. */
const answersMost = 50
const Answer = z.strictObject({ line: Uuid, word: z.enum(['keep', 'end']) })
const asked = {
  review: Uuid,
  answers: z.array(Answer).min(1).max(answersMost).refine((answers) => new Set(answers.map(({ line }) => line)).size === answers.length, 'names each once'),
}
export const AnswerLines = z.strictObject({ tenant: Handle, ...asked })
export const AnswerLinesOnPlatform = z.strictObject(asked)
type Asked = z.infer<typeof AnswerLinesOnPlatform>

type Writing = Pick<PlatformWriter<WriteAction>, 'rows' | 'now' | 'actor'>
type Place = { readonly tenant: string | null; readonly tenantFrozen: boolean; readonly onPlatform: boolean }
const stands = ({ state, personId, asked: of }: Line): LineStands => ({ state: state as LineState, person: personId, asked: of as LineStands['asked'] })

/** All of them or none: whoever signed many signed exactly these. The place's account is held, so nobody else decides meanwhile, and neither does the clock. */
async function answer({ rows, now, actor }: Writing, { tenant, tenantFrozen, onPlatform }: Place, { review: id, answers }: Asked) {
  const review = await rows.review.findFirst({ where: { id, tenantId: tenant }, select: { deadline: true, closedAt: true } })
  const may = decideAnswer(review, tenantFrozen, now)
  if (!may.ok) return { ...may, about: [] }
  const found = await rows.reviewLine.findMany({ where: { reviewId: id, id: { in: answers.map(({ line }) => line) } } })
  const groups = found.flatMap(({ groupBindingId }) => groupBindingId ?? [])
  const own = groups.length === 0 ? [] : await rows.roleBinding.findMany({ where: { tenantId: tenant, personId: actor.personId, throughGroup: { in: groups }, ...heldAt(now) }, select: { throughGroup: true } })
  const about: { field: string; says: string }[] = []
  const changes: { line: Line; word: Word }[] = []
  for (const { line: of, word } of answers) {
    const line = found.find((one) => one.id === of) ?? null
    const holds = line !== null && own.some(({ throughGroup }) => throughGroup !== null && throughGroup === line.groupBindingId)
    const decision = decideLine(line && stands(line), word, { by: actor.personId, holds, onPlatform })
    if (!decision.ok) about.push({ field: of, says: reviewRefusals[decision.refusal].says })
    else if (line && decision.changes) changes.push({ line, word })
  }
  if (about.length > 0) return { ok: false, refusal: 'not_everything', about } as const
  const kept = changes.flatMap(({ line, word }) => (word === 'keep' ? [line.id] : []))
  await rows.reviewLine.updateMany({ where: { id: { in: kept } }, data: { state: 'kept', decidedAt: now, decidedBy: actor.personId } })
  const ended: Json[] = []
  for (const { line } of changes.filter(({ word }) => word === 'end')) {
    const made = await endAccess({ rows, now }, line, actor.personId)
    if (!made.ok && (made.refusal === 'last_admin' || made.refusal === 'admin_lately' || made.refusal === 'second_in_a_day')) return { ok: false, refusal: 'not_everything', about: [{ field: line.id, says: reviewRefusals[made.refusal].says }] } as const
    // What was over before it was ended is found so, by whoever ends it and by the database alike.
    const [after] = await rows.reviewLine.updateManyAndReturn({ where: { id: line.id }, data: { state: made.ok ? 'ended' : 'gone', decidedAt: now, decidedBy: actor.personId }, select: { state: true } })
    if (!made.ok || after?.state !== 'ended') continue
    await tellEnded(rows, line, made.people, 'review')
    ended.push({ line: line.id, ...(made.after as { [name: string]: Json }) })
  }
  return { ok: true, change: { before: null, after: { review: id, kept, ended } }, value: { review: id, kept: kept.length, ended: ended.length } } as const
}

export async function answerLines(tx: TenantWriter<'reviews.answer'>, { tenant, ...wish }: z.infer<typeof AnswerLines>) {
  const { frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: { frozenAt: true } })
  const made = await answer(tx, { tenant, tenantFrozen: frozenAt !== null, onPlatform: false }, wish)
  return made.ok ? tx.record(made.change, made.value) : tx.refuse(made.refusal, made.about)
}
/** What nobody in a tenant can decide about each other the platform decides, and it stands in that tenant’s record. */
export async function answerLinesInTenant(tx: PlatformWriter<'reviews.answerInTenant'>, { tenant, ...wish }: z.infer<typeof AnswerLines>) {
  const { frozenAt } = await tx.rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: { frozenAt: true } })
  const made = await answer(tx, { tenant, tenantFrozen: frozenAt !== null, onPlatform: true }, wish)
  return made.ok ? tx.record(made.change, made.value) : tx.refuse(made.refusal, made.about)
}
export async function answerLinesOnPlatform(tx: PlatformWriter<'reviews.answerOnPlatform'>, wish: Asked) {
  const made = await answer(tx, { tenant: null, tenantFrozen: false, onPlatform: true }, wish)
  return made.ok ? tx.record(made.change, made.value) : tx.refuse(made.refusal, made.about)
}
