import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import { Denied } from '~/server/authorization/denied'
import type { TenantWriter } from '~/server/database/deed'
import { decideEnd, pairStateAt } from './decide-pair'
import { pairRecorded } from './pair'

export const EndPair = z.strictObject({ tenant: Handle, pair: Uuid })

/** Either side, at once, and nobody has to agree. Held first and read then: of an end and a yes at the same moment one comes first, and the other sees it. */
export async function endPair(tx: TenantWriter<'pairs.end'>, { tenant, pair: id }: z.infer<typeof EndPair>) {
  const { rows, now, actor } = tx
  await rows.pair.updateMany({ where: { id, endedAt: null }, data: { version: { increment: 1n } } })
  const before = await rows.pair.findUnique({ where: { id } })
  if (!before) throw new Denied('not_found')
  const { frozenAt } = await rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: { frozenAt: true } })
  const decision = decideEnd({ state: pairStateAt(before, now), isOurs: before.tenantId === tenant, tenantFrozen: frozenAt !== null })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const ended = { endedAt: now, endedBy: actor.personId, endedIn: tenant, endedBecause: 'ended' }
  await rows.pair.updateMany({ where: { id, endedAt: null }, data: ended })
  const after = pairRecorded({ ...before, ...ended }, now)
  return tx.record({ before: pairRecorded(before, now), after }, after)
}
