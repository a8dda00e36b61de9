import { z } from 'zod'
import { Handle, Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter, TenantWriter } from '~/server/database/deed'
import { decideAnswer, decideUndo } from './decide-step'
import { stepOf } from './ladder'
import { keepHoursMost } from './step'
import { tellAdmins } from './tell-of-case'

export const UndoStep = z.strictObject({ tenant: Handle, step: Uuid })
export const AnswerStep = z.strictObject({ tenant: Handle, step: Uuid, hours: z.int().min(1).max(keepHoursMost), reason: Prose })

/** What has not taken effect never does; what has, the engine gives back within seconds. */
export async function undoStep({ rows, now, actor, ...tx }: PlatformWriter<'cases.undo'>, { tenant, step: id }: z.infer<typeof UndoStep>) {
  const row = await rows.caseStep.findFirst({ where: { id, tenantId: tenant, kind: { not: 'notify' } } })
  const [reclaimed, others] = row ? await Promise.all([rows.casePart.count({ where: { stepId: id, outcome: 'reclaimed' } }), rows.caseStep.count({ where: { caseId: row.caseId, kind: row.kind, endedAt: null, id: { not: id } } })]) : [0, 0]
  const decision = decideUndo(row && stepOf(row), { reclaimed, another: others > 0 })
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (row && !decision.repeats) {
    await rows.caseStep.updateMany({ where: { id, undoneAt: null }, data: { undoneAt: now, undoneBy: actor.personId, endedAt: decision.givesBack ? null : now } })
    if (!decision.givesBack) await tellAdmins(rows, { tenant, case: row.caseId, step: id }, 'undone', now)
  }
  return tx.record({ before: { step: id, kind: row?.kind ?? '', undone: decision.repeats }, after: { step: id, undone: true, givesBack: decision.givesBack } }, { step: id, givesBack: decision.givesBack, repeats: decision.repeats })
}

/** The tenant needs what it has, for so long, and says why. For that time nothing of the case is reclaimed. */
export async function answerStep({ rows, now, actor, tenant, ...tx }: TenantWriter<'cases.answer'>, { step: id, hours, reason }: z.infer<typeof AnswerStep>) {
  const row = await rows.caseStep.findFirst({ where: { id, tenantId: tenant } })
  const keepUntil = new Date(now.getTime() + hours * 3_600_000)
  const decision = decideAnswer(row && stepOf(row), now, row?.reason === reason && row.answeredBy === actor.personId)
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!decision.repeats) await rows.caseStep.updateMany({ where: { id, endedAt: null }, data: { answeredAt: now, answeredBy: actor.personId, keepUntil, reason, endedAt: now } })
  const until = (decision.repeats ? (row?.keepUntil ?? keepUntil) : keepUntil).toISOString()
  return tx.record({ before: { step: id, answered: decision.repeats }, after: { step: id, answered: true, keepUntil: until, reason } }, { step: id, keepUntil: until, repeats: decision.repeats })
}
