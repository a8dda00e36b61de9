import { z } from 'zod'
import { Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { decideLetIn } from './decide-let-in'

export const LetIn = z.strictObject({ shutOut: Uuid, reason: Prose })

/** Ends one block, and counts what led to it as nothing. Whoever fails or floods as much again is shut out again, by another. */
export async function letIn(tx: PlatformWriter<'security.letIn'>, { shutOut, reason }: z.infer<typeof LetIn>) {
  const { rows, now, actor } = tx
  const row = await rows.shutOut.findUnique({ where: { id: shutOut } })
  const decision = decideLetIn(row, now)
  if (!row || !decision.ok) return tx.refuse(decision.ok ? 'shut_out_unknown' : decision.refusal)
  const { count } = await rows.shutOut.updateMany({ where: { id: shutOut, letInAt: null }, data: { letInAt: now, letInBy: actor.personId, letInFor: reason } })
  if (count === 0) return tx.refuse('let_in_already')
  if (row.step === null) await rows.try.updateMany({ where: { scope: row.scope, key: row.key, blockedUntil: row.until }, data: { times: [], blockedUntil: null, changedAt: now } })
  else await rows.flood.updateMany({ where: { kind: row.scope, key: Buffer.from(row.key).toString(), until: row.until }, data: { seconds: 0, step: 0, until: null, countedAt: now } })
  const before = { shutOut, scope: row.scope, until: row.until.toISOString() }
  return tx.record({ before: { ...before, letIn: false }, after: { ...before, letIn: true, reason } }, { shutOut })
}
