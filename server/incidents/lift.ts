/** What was contained is let go again, from the same panel; or it is kept beyond the incident, for a reason. */
import { z } from 'zod'
import { Handle, Prose, Uuid } from '~/server/api/inputs'
import type { PlatformWriter, Recorded, Refused } from '~/server/database/deed'
import { uncordon } from '~/server/fleet/change-cordon'
import { letIn } from '~/server/people/change-person'
import { thaw } from '~/server/tenants/freeze-tenant'
import { reasonOf } from './contain'
import { enter, holdIncident, type Writing } from './hold-incident'
import type { HeldRefusal, ThingRefusal } from './incident.refusals'
import type { ContainmentKind, EntryKind } from './incident'

export const OnContainment = z.strictObject({ incident: Uuid, containment: Uuid })
export const ThawFor = z.strictObject({ incident: Uuid, tenant: Handle })
export const KeepContainment = z.strictObject({ incident: Uuid, containment: Uuid, reason: Prose })

type LiftAction = 'incidents.unlock' | 'incidents.thaw' | 'incidents.uncordon'
type Row = NonNullable<Awaited<ReturnType<Writing['rows']['containment']['findFirst']>>>
type Lifted = { containment: string; repeats: boolean }
type Wanted = { incident: string; kind: ContainmentKind; word: EntryKind; tenant: string | null; where: { id: string } | { thing: string } }

async function lift<A extends LiftAction>(tx: PlatformWriter<A>, { incident, kind, word, tenant, where }: Wanted, act: (row: Row) => Promise<unknown>): Promise<Recorded<A, Lifted> | Refused<ThingRefusal | HeldRefusal>> {
  const { rows, now, actor } = tx
  const held = await holdIncident(tx, incident)
  if (!held.ok) return tx.refuse(held.refusal)
  // The newest: what was lifted and contained again is contained.
  const row = await rows.containment.findFirst({ where: { ...where, incidentId: incident, kind }, orderBy: [{ doneAt: 'desc' }, { id: 'desc' }] })
  if (!row) return tx.refuse('containment_unknown')
  const { id, of, thing } = row
  if (row.liftedAt === null) {
    // Somebody may have let it go elsewhere: then it is lifted all the same, and what was contained since for another reason is not.
    await act(row)
    await rows.containment.updateMany({ where: { id, liftedAt: null }, data: { liftedAt: now, liftedBy: actor.personId } })
    await enter(tx, incident, tenant, word, { thing })
  }
  return tx.record({ before: { incident, of, thing, contained: row.liftedAt === null }, after: { incident, of, thing, contained: false } }, { containment: id, repeats: row.liftedAt !== null })
}

export const unlock = (tx: PlatformWriter<'incidents.unlock'>, { incident, containment: id }: z.infer<typeof OnContainment>) =>
  lift(tx, { incident, kind: 'lock', word: 'unlock', tenant: null, where: { id } }, async ({ thing, doneAt }) => {
    if ((await tx.rows.person.count({ where: { id: thing, disabledAt: doneAt } })) > 0) await letIn(tx, thing)
  })

export const thawFor = (tx: PlatformWriter<'incidents.thaw'>, { incident, tenant }: z.infer<typeof ThawFor>) =>
  lift(tx, { incident, kind: 'freeze', word: 'thaw', tenant, where: { thing: tenant } }, async ({ doneAt }) => {
    if ((await tx.rows.tenant.count({ where: { id: tenant, frozenAt: doneAt } })) > 0) await thaw(tx, tenant)
  })

/** Those nodes that are cordoned for this incident still: what somebody cordoned for another reason since is theirs to lift. */
export const uncordonFor = (tx: PlatformWriter<'incidents.uncordon'>, { incident, containment: id }: z.infer<typeof OnContainment>) =>
  lift(tx, { incident, kind: 'cordon', word: 'uncordon', tenant: null, where: { id } }, async ({ nodes }) => {
    const own = await tx.rows.node.findMany({ where: { id: { in: nodes }, cordonedBecause: reasonOf(incident) }, select: { id: true }, orderBy: { id: 'asc' } })
    for (const node of own) await uncordon(tx, node.id, reasonOf(incident))
  })

/** It stays as it is when the incident is over, and this says why. */
export async function keepContainment(tx: PlatformWriter<'incidents.keep'>, { incident, containment: id, reason }: z.infer<typeof KeepContainment>) {
  const held = await holdIncident(tx, incident)
  if (!held.ok) return tx.refuse(held.refusal)
  const row = await tx.rows.containment.findFirst({ where: { id, incidentId: incident, liftedAt: null } })
  if (!row) return tx.refuse('containment_unknown')
  if (row.kind === 'revoke') return tx.refuse('cannot_lift')
  const repeats = row.keptFor === reason && row.keptBy === tx.actor.personId
  if (!repeats) {
    await tx.rows.containment.updateMany({ where: { id, liftedAt: null }, data: { keptAt: tx.now, keptBy: tx.actor.personId, keptFor: reason } })
    await enter(tx, incident, null, 'keep', { thing: row.thing, says: reason })
  }
  return tx.record({ before: { incident, containment: id, reason: row.keptFor }, after: { incident, containment: id, reason } }, { containment: id, repeats })
}
