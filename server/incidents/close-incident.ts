import { z } from 'zod'
import { Prose, Uuid } from '~/server/api/inputs'
import type { PlatformReader } from '~/server/database/read'
import type { PlatformWriter } from '~/server/database/deed'
import { type CloseRefusal, type Held, missingOf } from './decide-incident'
import { enter, holdIncident } from './hold-incident'
import type { BreachAnswer, ContainmentKind, Playbook } from './incident'

export const CloseIncident = z.strictObject({ incident: Uuid, summary: Prose })

type Row = { playbook: string; answer: string | null; openedAt: Date; containments: readonly { kind: string; doneAt: Date; liftedAt: Date | null; keptAt: Date | null }[]; steps: readonly { step: string }[] }
export const heldOf = ({ kind, liftedAt, keptAt }: Row['containments'][number]): Held => ({ kind: kind as ContainmentKind, lifted: liftedAt !== null, kept: keptAt !== null })
/** The same that the page shows, and that closing asks. */
export async function missingNow({ lastCheck }: Pick<PlatformReader, 'lastCheck'>, { playbook, answer, openedAt, containments, steps }: Row): Promise<CloseRefusal[]> {
  const since = containments.reduce((latest, { doneAt }) => (doneAt > latest ? doneAt : latest), openedAt)
  return missingOf({ containments: containments.map(heldOf), since, check: await lastCheck(), playbook: playbook as Playbook, ticked: steps.map(({ step }) => step), answer: answer as BreachAnswer | null })
}

/** Over, and what it was. Nothing is done in it after that. */
export async function closeIncident(tx: PlatformWriter<'incidents.close'>, { incident, summary }: z.infer<typeof CloseIncident>) {
  const { rows, now, actor } = tx
  const held = await holdIncident(tx, incident)
  if (!held.ok) return tx.refuse(held.refusal)
  const row = await rows.incident.findUniqueOrThrow({ where: { id: incident }, include: { containments: true, steps: true } })
  const [missing] = await missingNow(tx, row)
  if (missing !== undefined) return tx.refuse(missing)
  await enter(tx, incident, null, 'closed', { says: summary })
  await rows.incident.updateMany({ where: { id: incident, closedAt: null }, data: { closedAt: now, closedBy: actor.personId, summary } })
  return tx.record({ before: { incident, closed: false }, after: { incident, closed: true, summary } }, { incident })
}
