import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Email, Handle, Instant, Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { heldAt } from '~/server/members/held'
import { decideEndException, decideExcept } from './decide-exception'

/** `covers` is the work of this violation, or all of the tenant's in these regions. `email` is of whoever answers for it. */
export const ExceptResidency = z.strictObject({ tenant: Handle, violation: Uuid, covers: z.enum(['work', 'tenant']), regions: z.array(Handle).min(1).max(200), email: Email, until: Instant, reason: Prose })
export const EndException = z.strictObject({ tenant: Handle, exception: Uuid })

/** Excuses what is there until then. What admission lets in it does not change: nothing new comes there by it. */
export async function exceptResidency({ rows, now, actor, ...tx }: PlatformWriter<'residency.except'>, { tenant, violation: id, covers, regions, email, reason, ...wish }: z.infer<typeof ExceptResidency>) {
  const row = await rows.residencyViolation.findFirst({ where: { id, tenantId: tenant } })
  const person = await tx.findPerson(email)
  const owner = person && (await rows.roleBinding.count({ where: { tenantId: null, personId: person.id, ...heldAt(now) } })) > 0 ? person.id : null
  const [until, work, sorted] = [new Date(wish.until), covers === 'work' ? (row?.work ?? null) : null, [...regions].sort()]
  const standing = await rows.residencyException.findMany({ where: { tenantId: tenant, work, regions: { equals: sorted }, endedAt: null, until: { gt: now } } })
  const same = (one: (typeof standing)[number]) => one.until.getTime() === until.getTime() && one.ownerId === owner && one.reason === reason
  const decision = decideExcept({ violation: row && { ended: row.endedAt !== null, contained: row.containedAt !== null, regions: row.regions }, ownerKnown: owner !== null, standing: standing.map((one) => ({ until: one.until, same: same(one) })), now }, { regions, until })
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!row || owner === null) throw new Error('what is not there was excepted')
  const exception = standing.find(same)?.id ?? randomUUID()
  const replaced = decision.repeats ? [] : standing.map((one) => one.id).sort()
  // One that lasts longer takes the place of what stood, so that to end it ends what it covers.
  if (replaced.length > 0) await rows.residencyException.updateMany({ where: { id: { in: replaced }, endedAt: null }, data: { endedAt: now, endedBy: actor.personId } })
  if (!decision.repeats) await rows.residencyException.create({ data: { id: exception, tenantId: tenant, violationId: id, namespaceId: work === null ? null : row.namespaceId, work, regions: sorted, reason, ownerId: owner, since: now, until, grantedBy: actor.personId } })
  return tx.record({ before: { violation: id, excepted: decision.repeats, replaced }, after: { exception, violation: id, covers, regions: sorted, owner, reason, until: until.toISOString() } }, { exception, repeats: decision.repeats })
}

/** At once: with the next look what it covered is open again. */
export async function endException({ rows, now, actor, ...tx }: PlatformWriter<'residency.endException'>, { tenant, exception: id }: z.infer<typeof EndException>) {
  const row = await rows.residencyException.findFirst({ where: { id, tenantId: tenant } })
  const decision = decideEndException(row, now)
  if (!decision.ok) return tx.refuse(decision.refusal)
  await rows.residencyException.updateMany({ where: { id, endedAt: null }, data: { endedAt: now, endedBy: actor.personId } })
  return tx.record({ before: { exception: id, until: row?.until.toISOString() ?? null }, after: { exception: id, until: now.toISOString() } }, { exception: id })
}
