import { z } from 'zod'
import { Prose } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { heldAt } from '~/server/members/held'
import { decideQuorum, type Rule } from '~/server/requests/decide-rule'
import { aloneHoursNow, holding, type RequestRow, ruleNow, shownBy, type WordRow, yesesIn } from '~/server/requests/request'
import { type Allowed, allowedMs, decideBeginning } from './decide-elevation'
import { kind, LongElevation, weight } from './elevation'

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

/** What others said yes to lately and, were it asked now, would have been enough for; each is used once, which the table holds to, too. */
async function allowedTo(tx: PlatformWriter<'elevations.begin'>): Promise<Allowed[]> {
  const { rows, actor, now } = tx
  const some: (RequestRow & { words: WordRow[] })[] = await rows.request.findMany({ where: { kind, requestedBy: actor.personId, state: 'approved', decidedAt: { gt: new Date(now.getTime() - allowedMs) } }, include: { words: { orderBy: [{ at: 'asc' }, { id: 'asc' }] } } })
  const used = await rows.elevation.findMany({ where: { requestId: { in: some.map(({ id }) => id) } }, select: { requestId: true } })
  const ruleOfNow = await ruleNow(tx, weight)
  const allowed: Allowed[] = []
  for (const { id, payload, decidedAt, words, terms, rule } of some) {
    if (decidedAt === null || used.some(({ requestId }) => requestId === id)) continue
    const heldSince = await rows.roleBinding.count({ where: { personId: actor.personId, tenantId: null, role: 'platform_admin', ...heldAt(now), validFrom: { lte: decidedAt } } })
    const holds = holding(await tx.requestHolders(id))
    const stands = [rule as Rule, ruleOfNow].every((one) => decideQuorum(one, terms, yesesIn(shownBy(one, words)), holds).met)
    if (heldSince > 0 && stands) allowed.push({ request: id, hours: LongElevation.parse(payload).hours, decidedAt })
  }
  return allowed
}

export async function endElevation(tx: PlatformWriter<'elevations.end'>) {
  const person = tx.actor.personId
  const { count } = await tx.rows.elevation.updateMany({ where: { personId: person, endedAt: null, until: { gt: tx.now } }, data: { endedAt: tx.now } })
  return count === 0 ? tx.refuse('not_elevated') : tx.record({ before: { elevated: person }, after: null }, { person })
}
