import { z } from 'zod'
import { Prose } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { aloneHoursNow } from '~/server/requests/request'
import { type Allowed, allowedMs, decideBeginning } from './decide-elevation'
import { LongElevation } from './elevation'

export const BeginElevation = z.strictObject({ hours: z.int().min(1).max(24), reason: Prose })

const hourMs = 3_600_000

/** One at a time: a new one takes the place of the last. It is this browser's alone, and its session has another token from now on. */
export async function beginElevation(tx: PlatformWriter<'elevations.begin'>, { hours, reason }: z.infer<typeof BeginElevation>) {
  const person = tx.actor.personId
  const decision = decideBeginning(await aloneHoursNow(tx), await allowedTo(tx), { hours }, tx.now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  await tx.rows.elevation.updateMany({ where: { personId: person, endedAt: null, until: { gt: tx.now } }, data: { endedAt: tx.now } })
  const { id, until } = await tx.rows.elevation.create({ data: { personId: person, reason, beganAt: tx.now, until: new Date(tx.now.getTime() + hours * hourMs), requestId: decision.request }, select: { id: true, until: true } })
  await tx.renewSession(id)
  const begun = { elevation: id, person, until: until.toISOString() }
  return tx.record({ before: null, after: { ...begun, reason, ...(decision.request === null ? {} : { allowedBy: decision.request }) } }, begun)
}

/** What others said yes to lately; each is used once, which the table holds to, too. */
async function allowedTo({ rows, actor, now }: Pick<PlatformWriter<'elevations.begin'>, 'rows' | 'actor' | 'now'>): Promise<Allowed[]> {
  const some = await rows.request.findMany({ where: { kind: 'role.elevate', requestedBy: actor.personId, state: 'approved', decidedAt: { gt: new Date(now.getTime() - allowedMs) } }, select: { id: true, payload: true, decidedAt: true } })
  const used = await rows.elevation.findMany({ where: { requestId: { in: some.map(({ id }) => id) } }, select: { requestId: true } })
  return some.flatMap(({ id, payload, decidedAt }) => (decidedAt === null || used.some(({ requestId }) => requestId === id) ? [] : [{ request: id, hours: LongElevation.parse(payload).hours, decidedAt }]))
}

export async function endElevation(tx: PlatformWriter<'elevations.end'>) {
  const person = tx.actor.personId
  const { count } = await tx.rows.elevation.updateMany({ where: { personId: person, endedAt: null, until: { gt: tx.now } }, data: { endedAt: tx.now } })
  return count === 0 ? tx.refuse('not_elevated') : tx.record({ before: { elevated: person }, after: null }, { person })
}
