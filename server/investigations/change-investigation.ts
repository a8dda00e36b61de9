/** Whose it is, what it is asked by, and whether it is over. */
import { z } from 'zod'
import { Email, Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { decideChange, decideClose, decideHand, decideReopen } from './decide-investigation'
import { enter, mayRead, standingOf } from './hold-investigation'
import { Query } from './open-investigation'

export const HandInvestigation = z.strictObject({ investigation: Uuid, email: Email, reason: Prose })
export const ChangeInvestigation = z.strictObject({ investigation: Uuid, query: Query.nullable(), incident: Uuid.nullable(), reason: Prose })
export const CloseInvestigation = z.strictObject({ investigation: Uuid, finding: Prose })
export const ReopenInvestigation = z.strictObject({ investigation: Uuid, reason: Prose })

export async function handInvestigation(tx: PlatformWriter<'investigations.hand'>, { investigation, email, reason }: z.infer<typeof HandInvestigation>) {
  const person = await tx.findPerson(email)
  const standing = await standingOf(tx, investigation)
  const decision = decideHand(standing, tx.actor.personId, person && { person: person.id, mayRead: await mayRead(tx, person.id) })
  if (!decision.ok) return tx.refuse(decision.refusal)
  if (!person || !standing) throw new Error('an investigation was handed to nobody')
  const owner = person.id
  const handed = { investigation, owner, repeats: decision.repeats }
  if (decision.repeats) return tx.record({ before: { investigation, owner }, after: { investigation, owner } }, handed)
  await tx.rows.investigation.updateMany({ where: { id: investigation, closedAt: null }, data: { ownerId: owner } })
  const number = await enter(tx, investigation, 'handed', { says: reason, to: owner })
  return tx.record({ before: { investigation, owner: standing.owner }, after: { investigation, number, owner, reason } }, handed)
}

/** What it was searched by before, and of which incident it was, stays in the record. */
export async function changeInvestigation(tx: PlatformWriter<'investigations.change'>, { investigation, query, incident, reason }: z.infer<typeof ChangeInvestigation>) {
  const { rows, actor } = tx
  const row = await rows.investigation.findUnique({ where: { id: investigation }, select: { query: true, incidentId: true } })
  const incidentIsThere = incident === null || (await rows.incident.count({ where: { id: incident } })) > 0
  const entries = await rows.investigationEntry.count({ where: { investigationId: investigation } })
  const was = row && { query: row.query, incident: row.incidentId }
  const decision = decideChange(await standingOf(tx, investigation), actor.personId, was, { query, incident, incidentIsThere, entries })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const changed = { investigation, repeats: decision.repeats }
  if (decision.repeats) return tx.record({ before: { investigation, query, incident }, after: { investigation, query, incident } }, changed)
  await rows.investigation.updateMany({ where: { id: investigation, closedAt: null }, data: { query, incidentId: incident } })
  const number = await enter(tx, investigation, 'changed', { says: reason })
  return tx.record({ before: { investigation, ...was }, after: { investigation, number, query, incident, reason } }, changed)
}

/** Over, and what was found. It is entered first: nothing is written into one that is closed. */
export async function closeInvestigation(tx: PlatformWriter<'investigations.close'>, { investigation, finding }: z.infer<typeof CloseInvestigation>) {
  const { rows, now, actor } = tx
  const decision = decideClose(await standingOf(tx, investigation), actor.personId)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const number = await enter(tx, investigation, 'closed', { says: finding })
  await rows.investigation.updateMany({ where: { id: investigation, closedAt: null }, data: { closedAt: now, closedBy: actor.personId, finding } })
  return tx.record({ before: { investigation, closed: false }, after: { investigation, number, closed: true, finding } }, { investigation })
}

/** What had been found stays among what was done. */
export async function reopenInvestigation(tx: PlatformWriter<'investigations.reopen'>, { investigation, reason }: z.infer<typeof ReopenInvestigation>) {
  const { rows, actor } = tx
  const decision = decideReopen(await standingOf(tx, investigation), actor.personId)
  if (!decision.ok) return tx.refuse(decision.refusal)
  await rows.investigation.updateMany({ where: { id: investigation, closedAt: { not: null } }, data: { closedAt: null, closedBy: null, finding: null } })
  const number = await enter(tx, investigation, 'reopened', { says: reason })
  return tx.record({ before: { investigation, closed: true }, after: { investigation, number, closed: false, reason } }, { investigation })
}
