/** What the team writes down while it goes on: notes, steps, and whether the authority was told. */
import { z } from 'zod'
import { Instant, Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { decideTell, decideTick } from './decide-incident'
import { enter, holdIncident } from './hold-incident'
import { answers, type Playbook, stepStates } from './incident'

export const NoteIncident = z.strictObject({ incident: Uuid, note: Prose })
export const TickStep = z.strictObject({ incident: Uuid, step: z.string().max(40).regex(/^[a-z_]+$/, 'is a step of the checklist'), state: z.enum(stepStates), note: Prose.nullable() })
export const TellIncident = z.strictObject({ incident: Uuid, answer: z.enum(answers), toldAt: Instant.nullable(), note: Prose })

/** So many that a report holds all of them. What is contained or lifted is never one too many. */
const notesMost = 500

export async function noteIncident(tx: PlatformWriter<'incidents.note'>, { incident, note }: z.infer<typeof NoteIncident>) {
  const held = await holdIncident(tx, incident)
  if (!held.ok) return tx.refuse(held.refusal)
  if ((await tx.rows.incidentEntry.count({ where: { incidentId: incident } })) >= notesMost) return tx.refuse('too_many_entries')
  await enter(tx, incident, null, 'note', { says: note })
  return tx.record({ before: null, after: { incident, note } }, { incident })
}

export async function tickStep(tx: PlatformWriter<'incidents.tick'>, { incident, step, state, note }: z.infer<typeof TickStep>) {
  const { rows, now, actor } = tx
  const held = await holdIncident(tx, incident)
  if (!held.ok) return tx.refuse(held.refusal)
  const { playbook } = await rows.incident.findUniqueOrThrow({ where: { id: incident }, select: { playbook: true } })
  const decision = decideTick(playbook as Playbook, step, state, note)
  if (!decision.ok) return tx.refuse(decision.refusal)
  const key = { incidentId: incident, step }
  const before = await rows.incidentStep.findUnique({ where: { incidentId_step: key } })
  const repeats = before !== null && before.state === state && before.note === note
  if (!repeats) {
    const said = { state, note, at: now, byId: actor.personId }
    await rows.incidentStep.upsert({ where: { incidentId_step: key }, create: { ...key, ...said }, update: said })
    await enter(tx, incident, null, state, { thing: step, says: note })
  }
  return tx.record({ before: { incident, step, state: before?.state ?? null }, after: { incident, step, state, note } }, { incident, step, repeats })
}

/** It may be said anew until the incident is closed: each time stands in the record. */
export async function tellIncident(tx: PlatformWriter<'incidents.tell'>, { incident, answer, toldAt: told, note }: z.infer<typeof TellIncident>) {
  const { rows, now, actor } = tx
  const held = await holdIncident(tx, incident)
  if (!held.ok) return tx.refuse(held.refusal)
  const before = await rows.incident.findUniqueOrThrow({ where: { id: incident } })
  const toldAt = told === null ? null : new Date(told)
  const decision = decideTell({ answer, toldAt, awareAt: before.awareAt, now })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const repeats = before.answer === answer && before.answerNote === note && before.toldAt?.getTime() === toldAt?.getTime()
  if (!repeats) {
    await rows.incident.updateMany({ where: { id: incident, closedAt: null }, data: { answer, toldAt, answerNote: note, answeredAt: now, answeredBy: actor.personId } })
    await enter(tx, incident, null, answer, { says: note })
  }
  return tx.record({ before: { incident, answer: before.answer }, after: { incident, answer, toldAt: toldAt?.toISOString() ?? null, note } }, { incident, repeats })
}
