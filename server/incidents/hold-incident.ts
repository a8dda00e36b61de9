import type { WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import type { EntryKind } from './incident'

export type Writing = Pick<PlatformWriter<WriteAction>, 'rows' | 'now' | 'actor'>

/** Whoever does something in an incident has its row until they have committed: so nothing is contained in one that is being closed. */
export async function holdIncident({ rows, now }: Pick<Writing, 'rows' | 'now'>, id: string): Promise<{ ok: true } | { ok: false; refusal: 'incident_unknown' | 'closed_already' }> {
  const { count } = await rows.incident.updateMany({ where: { id, closedAt: null }, data: { changedAt: now } })
  if (count === 1) return { ok: true }
  return { ok: false, refusal: (await rows.incident.count({ where: { id } })) > 0 ? 'closed_already' : 'incident_unknown' }
}

/** What was done, with the number under which this very deed stands in its place's record: the row that numbers the deeds of the place is held since the deed began. */
export async function enter({ rows, now, actor }: Writing, incident: string, tenant: string | null, kind: EntryKind, { thing = null, says = null }: { thing?: string | null; says?: string | null } = {}): Promise<void> {
  const { deedSequence } = await rows.account.findFirstOrThrow({ where: tenant === null ? { kind: 'platform' } : { kind: 'tenant', tenantId: tenant }, select: { deedSequence: true } })
  await rows.incidentEntry.create({ data: { incidentId: incident, kind, thing, says, place: tenant ?? 'platform', sequence: deedSequence + 1n, at: now, byId: actor.personId }, select: { id: true } })
}
