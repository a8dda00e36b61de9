import { z } from 'zod'
import { Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { decideClose } from './decide-close'
import { holdCase } from './hold-case'
import { type Outcome, outcomes } from './rule'

export const CloseCase = z.strictObject({ case: Uuid, outcome: z.enum(outcomes), note: Prose.nullable() })

/** Says what it was. What is seen of the same things on after this opens nothing; what is seen anew is a new case. */
export async function closeCase({ rows, now, actor, ...tx }: PlatformWriter<'cases.close'>, { case: id, outcome, note }: z.infer<typeof CloseCase>) {
  await holdCase(rows, id)
  const file = await rows.caseFile.findUnique({ where: { id }, select: { tenantId: true, kind: true, outcome: true, note: true } })
  const stands = (await rows.caseStep.count({ where: { caseId: id, endedAt: null } })) > 0
  const decision = decideClose(file && { outcome: file.outcome as Outcome | null, note: file.note, stands }, { outcome, note })
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!decision.repeats) {
    const { count } = await rows.caseFile.updateMany({ where: { id, closedAt: null }, data: { closedAt: now, closedBy: actor.personId, outcome, note } })
    if (count === 0) return tx.refuse('closed_already')
  }
  return tx.record({ before: { case: id, tenant: file?.tenantId ?? '', kind: file?.kind ?? '', outcome: file?.outcome ?? null }, after: { case: id, outcome, note } }, { case: id, repeats: decision.repeats })
}
