import { z } from 'zod'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader } from '~/server/database/read'
import { decideStanding } from './decide-elevation'

type ElevationShown = { elevation: string; person: string; name: string; reason: string; beganAt: string; until: string; endedAt: string | null }
const newest = { by: [['beganAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
export const ListElevations = z.strictObject({ ...Paged })

/** Who could change things on the platform, from when until when, and what for. */
export async function listElevations(db: PlatformReader, asked: z.infer<typeof ListElevations>): Promise<Page<ElevationShown>> {
  const { rows, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => db.rows.elevation.findMany({ where, ...part, include: { person: { select: { name: true } } } }))
  const held = await db.rows.roleBinding.findMany({ where: { personId: { in: [...new Set(rows.map(({ personId }) => personId))] }, tenantId: null, role: 'platform_admin' }, select: { personId: true, validFrom: true, validTo: true } })
  const now = new Date()
  return {
    rows: rows.map(({ id, personId, person, reason, beganAt, ...ending }) => {
      const { until, endedAt } = decideStanding({ beganAt, ...ending }, held.filter((role) => role.personId === personId), now)
      return { elevation: id, person: personId, name: person.name, reason, beganAt: beganAt.toISOString(), until: until.toISOString(), endedAt: endedAt?.toISOString() ?? null }
    }),
    ...ends,
  }
}
