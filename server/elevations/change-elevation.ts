import { z } from 'zod'
import { Prose } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'

export const BeginElevation = z.strictObject({ hours: z.int().min(1).max(24), reason: Prose })

const hourMs = 3_600_000

/** One at a time: a new one takes the place of the last. It is this browser's alone, and its session has another token from now on. */
export async function beginElevation(tx: PlatformWriter<'elevations.begin'>, { hours, reason }: z.infer<typeof BeginElevation>) {
  const person = tx.actor.personId
  await tx.rows.elevation.updateMany({ where: { personId: person, endedAt: null, until: { gt: tx.now } }, data: { endedAt: tx.now } })
  const { id, until } = await tx.rows.elevation.create({ data: { personId: person, reason, beganAt: tx.now, until: new Date(tx.now.getTime() + hours * hourMs) }, select: { id: true, until: true } })
  await tx.renewSession(id)
  const begun = { elevation: id, person, until: until.toISOString() }
  return tx.record({ before: null, after: { ...begun, reason } }, begun)
}

export async function endElevation(tx: PlatformWriter<'elevations.end'>) {
  const person = tx.actor.personId
  const { count } = await tx.rows.elevation.updateMany({ where: { personId: person, endedAt: null, until: { gt: tx.now } }, data: { endedAt: tx.now } })
  return count === 0 ? tx.refuse('not_elevated') : tx.record({ before: { elevated: person }, after: null }, { person })
}
