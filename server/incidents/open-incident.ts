import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Instant, Prose, SignalId, Title, Uuid } from '~/server/api/inputs'
import type { PlatformWriter } from '~/server/database/deed'
import { decideOpen } from './decide-incident'
import { enter } from './hold-incident'
import { playbookNames, severities } from './incident'

/** `awareAt` is from when the 72 hours run. */
export const OpenIncident = z.strictObject({ title: Title, severity: z.enum(severities), playbook: z.enum(playbookNames), seen: Prose, awareAt: Instant, signal: SignalId.nullable(), case: Uuid.nullable() })

export async function openIncident(tx: PlatformWriter<'incidents.open'>, { title, severity, playbook, seen, awareAt: aware, signal, case: file }: z.infer<typeof OpenIncident>) {
  const { rows, now, actor } = tx
  const awareAt = new Date(aware)
  // The engine knows of a signal that it is there, and nothing more.
  const [signalKnown, caseKnown] = [signal !== null && (await rows.signal.findFirst({ where: { id: signal }, select: { id: true } })) !== null, file !== null && (await rows.caseFile.count({ where: { id: file } })) > 0]
  const decision = decideOpen({ signal: { asked: signal !== null, known: signalKnown }, case: { asked: file !== null, known: caseKnown }, awareAt, now })
  if (!decision.ok) return tx.refuse(decision.refusal)
  const id = randomUUID()
  await rows.incident.create({ data: { id, title, severity, playbook, seen, awareAt, openedAt: now, openedBy: actor.personId, signalId: signal, caseId: file, changedAt: now }, select: { id: true } })
  await enter(tx, id, null, 'opened', { says: seen })
  return tx.record({ before: null, after: { incident: id, title, severity, playbook, awareAt: awareAt.toISOString(), signal, case: file } }, { incident: id })
}
