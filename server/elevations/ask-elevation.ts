import { z } from 'zod'
import { Prose } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { aloneHoursNow, newRequest, ruleNow, standing } from '~/server/requests/request'
import { decideAsking } from './decide-elevation'
import { kind, type LongElevation, weight } from './elevation'

export const AskElevation = z.strictObject({ hours: z.int().min(1).max(24), reason: Prose })

/** Asks somebody else of the platform to allow it. */
export async function askElevation(tx: PlatformWriter<'elevations.ask'>, { hours, reason }: z.infer<typeof AskElevation>) {
  const person = tx.actor.personId
  const open = await tx.rows.request.count({ where: { kind, requestedBy: person, state: 'open', deadline: { gt: tx.now } } })
  const decision = decideAsking(await aloneHoursNow(tx), open, { hours })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const payload: LongElevation = { person, hours, reason }
  const row = await tx.rows.request.create({ data: newRequest({ kind, organisation: null, tenant: null, level: 'platform', subject: `${hours} hours`, payload, purpose: reason, rule: await ruleNow(tx, weight) }, tx) })
  return tx.record({ before: null, after: { ...standing(row), payload } }, standing(row))
}
