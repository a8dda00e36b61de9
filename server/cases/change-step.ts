import { z } from 'zod'
import { Handle, Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { isByPasskey } from '~/server/identity/step-up'
import { isNobodyElse } from '~/server/requests/decide-appointed'
import { answeringOf } from '~/server/requests/request'
import { bind } from './bind'
import { decideAnswer, decideSign, decideUndo } from './decide-step'
import { stepOf } from './ladder'
import { isBinding, keepHoursMost, type Step, takenOutcomes, takings } from './step'
import { tellAdmins, tellTaker } from './tell-of-case'

export const UndoStep = z.strictObject({ tenant: Handle, step: Uuid })
export const SignStep = z.strictObject({ tenant: Handle, step: Uuid })
export const AnswerStep = z.strictObject({ tenant: Handle, step: Uuid, hours: z.int().min(1).max(keepHoursMost).nullable(), reason: Prose })

/** As long as nobody has done anything about it since it was looked at: the platform's deeds wait for one another, and not for the tenant's, nor for the engine. */
const unchanged = ({ id, effectiveAt, answeredAt, undoneAt, endedAt }: Pick<Step, 'effectiveAt' | 'answeredAt' | 'undoneAt' | 'endedAt'> & { readonly id: string }) => {
  const as = (at: Date | null) => (at === null ? null : { not: null })
  return { id, effectiveAt: as(effectiveAt), answeredAt: as(answeredAt), undoneAt: as(undoneAt), endedAt: as(endedAt) }
}

/** What stands in the way of a second look stands in the way of every other. */
function once(looked: number): number {
  if (looked > 2) throw new Error('a step is changed again and again')
  return looked + 1
}

/** What has not taken effect never does; what has, the engine gives back within seconds. */
export async function undoStep({ ...tx }: PlatformWriter<'cases.undo'>, asked: z.infer<typeof UndoStep>, looked = 1) {
  const [{ rows, now, actor }, { tenant, step: id }] = [tx, asked]
  const row = await rows.caseStep.findFirst({ where: { id, tenantId: tenant, kind: { not: 'notify' } } })
  const [taken, others] = row ? await Promise.all([rows.casePart.count({ where: { stepId: id, outcome: { in: [...takenOutcomes] } } }), rows.caseStep.count({ where: { caseId: row.caseId, kind: row.kind, endedAt: null, id: { not: id } } })]) : [0, 0]
  const of = row && stepOf(row)
  const decision = decideUndo(of, { taken, another: others > 0 })
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (row && !decision.repeats) {
    const { count } = await rows.caseStep.updateMany({ where: unchanged(row), data: { undoneAt: now, undoneBy: actor.personId, endedAt: decision.givesBack ? null : now } })
    // What took effect meanwhile is to be given back: it is looked at again.
    if (count === 0) return undoStep(tx, asked, once(looked))
    const binds = of !== null && isBinding(of.kind)
    if (binds && row.effectiveAt !== null) await bind(rows, tenant, of.kind, null)
    // What nobody has signed the tenant was never told of.
    if (!decision.givesBack && (!binds || row.effectiveAt !== null)) await tellAdmins(rows, { tenant, case: row.caseId, step: id }, binds ? 'lifted' : 'undone', now)
  }
  return tx.record({ before: { step: id, kind: row?.kind ?? '', undone: decision.repeats }, after: { step: id, undone: true, givesBack: decision.givesBack } }, { step: id, givesBack: decision.givesBack, repeats: decision.repeats })
}

/** The second word, which binds the tenant from now on. */
export async function signStep({ ...tx }: PlatformWriter<'cases.sign'>, asked: z.infer<typeof SignStep>, looked = 1) {
  const [{ rows, now, actor, factor }, { tenant, step: id }] = [tx, asked]
  const row = await rows.caseStep.findFirst({ where: { id, tenantId: tenant } })
  const of = row && stepOf(row)
  const appointed = row !== null && isNobodyElse({ by: row.takenBy, of: ['platform_admin'] }, answeringOf(actor, null), await tx.appointments(null, row.takenAt))
  const decision = decideSign(of, { by: actor.personId, appointed, byPasskey: isByPasskey(factor) }, now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!row || of === null || !isBinding(of.kind)) throw new Error('what is not there was signed')
  const until = decision.repeats && row.dueAt ? row.dueAt : new Date(now.getTime() + (of.hours ?? 0) * 3_600_000)
  if (!decision.repeats) {
    const { count } = await rows.caseStep.updateMany({ where: unchanged(row), data: { signedAt: now, signedBy: actor.personId, effectiveAt: now, dueAt: until } })
    if (count === 0) return signStep(tx, asked, once(looked))
    await bind(rows, tenant, of.kind, { until, percent: of.percent })
    await tellAdmins(rows, { tenant, case: row.caseId, step: id }, of.kind === 'suspend' ? 'suspended' : 'bounded', now)
  }
  const holdsUntil = until.toISOString()
  return tx.record({ before: { step: id, kind: of.kind, signed: decision.repeats }, after: { step: id, signed: true, until: holdsUntil } }, { step: id, until: holdsUntil, repeats: decision.repeats })
}

const hoursOf = ({ keepUntil, answeredAt }: Pick<Step, 'keepUntil' | 'answeredAt'>) => (keepUntil && answeredAt ? (keepUntil.getTime() - answeredAt.getTime()) / 3_600_000 : null)
/** What the tenant says of a step, and for how long it needs what it has: nothing of the case is taken until then, and what was announced waits. Without a time, what it was asked is over, and everything else goes on. */
export async function answerStep({ ...tx }: TenantWriter<'cases.answer'>, asked: z.infer<typeof AnswerStep>, looked = 1) {
  const [{ rows, now, actor, tenant }, { step: id, hours, reason }] = [tx, asked]
  const row = await rows.caseStep.findFirst({ where: { id, tenantId: tenant } })
  const waited = row ? await rows.caseStep.count({ where: { caseId: row.caseId, tenantId: tenant, id: { not: id }, kind: { in: [...takings] }, keepUntil: { not: null } } }) : 0
  const keepUntil = hours === null ? null : new Date(now.getTime() + hours * 3_600_000)
  const decision = decideAnswer(row && stepOf(row), { hours, saidBefore: row?.reason === reason && row.answeredBy === actor.personId && hoursOf(row) === hours, waitedBefore: waited > 0 }, now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (row && !decision.repeats) {
    const isAsked = row.kind === 'ask'
    const { count } = await rows.caseStep.updateMany({ where: unchanged(row), data: { answeredAt: now, answeredBy: actor.personId, keepUntil, reason, ...(isAsked ? { endedAt: now } : keepUntil ? { dueAt: keepUntil } : {}) } })
    if (count === 0) return answerStep(tx, asked, once(looked))
    await tellTaker(rows, { tenant, case: row.caseId, step: id }, row.takenBy)
  }
  const until = (decision.repeats ? (row?.keepUntil ?? null) : keepUntil)?.toISOString() ?? null
  return tx.record({ before: { step: id, answered: decision.repeats }, after: { step: id, answered: true, keepUntil: until, reason } }, { step: id, keepUntil: until, repeats: decision.repeats })
}
