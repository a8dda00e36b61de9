import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { noAddress, noSecret, Prose, Title, unprintable, Uuid } from '~/server/api/inputs'
import { queryLongest } from '~/server/audit/decide-query'
import type { PlatformWriter } from '~/server/database/deed'
import { enter } from './hold-investigation'

/** `query` is how the record was searched, as it was typed; it is kept where no erasure reaches, and so names nobody by an address. */
export const Query = z.string().min(1).max(queryLongest).refine((text) => text.trim() === text && !unprintable.test(text), 'has no spaces at its ends and no control characters').refine(...noSecret).refine(...noAddress)
export const OpenInvestigation = z.strictObject({ title: Title, question: Prose, query: Query.nullable(), incident: Uuid.nullable() })

/** It is theirs who opens it. */
export async function openInvestigation(tx: PlatformWriter<'investigations.open'>, { title, question, query, incident }: z.infer<typeof OpenInvestigation>) {
  const { rows, now, actor } = tx
  if (incident !== null && (await rows.incident.count({ where: { id: incident } })) === 0) return tx.refuse('incident_unknown')
  const [id, owner] = [randomUUID(), actor.personId]
  await rows.investigation.create({ data: { id, title, question, query, incidentId: incident, ownerId: owner, openedAt: now, openedBy: owner }, select: { id: true } })
  const number = await enter(tx, id, 'opened', { says: question })
  return tx.record({ before: null, after: { investigation: id, number, title, question, query, incident, owner } }, { investigation: id })
}
