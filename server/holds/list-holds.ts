import { z } from 'zod'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader } from '~/server/database/read'

/** `of` is a tenant, and null the whole platform. `own` is that its reader placed it, and so does not lift it. */
export type HoldShown = { hold: string; of: string | null; matter: string; reason: string; placedAt: string; placedBy: string; own: boolean; liftedAt: string | null; liftedBy: string | null; liftedFor: string | null }
const newest = { by: [['placedAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
/** What stands now, or all there were. */
export const ListHolds = z.strictObject({ show: z.enum(['standing', 'all']), ...Paged })

export async function listHolds({ rows, actor }: PlatformReader, { show, ...asked }: z.infer<typeof ListHolds>): Promise<Page<HoldShown>> {
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => rows.legalHold.findMany({ where: { AND: [show === 'standing' ? { liftedAt: null } : {}, where] }, ...part }))
  const people = await rows.person.findMany({ where: { id: { in: [...new Set(found.flatMap(({ placedBy, liftedBy }) => [placedBy, ...(liftedBy === null ? [] : [liftedBy])]))] } }, select: { id: true, name: true } })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const nameOf = (person: string) => names.get(person) ?? 'Somebody who is no longer here'
  return {
    rows: found.map(({ id, ofTenant, matter, reason, placedAt, placedBy, liftedAt, liftedBy, liftedFor }) => ({
      hold: id, of: ofTenant, matter, reason, placedAt: placedAt.toISOString(), placedBy: nameOf(placedBy), own: placedBy === actor.personId,
      liftedAt: liftedAt?.toISOString() ?? null, liftedBy: liftedBy && nameOf(liftedBy), liftedFor,
    })),
    ...ends,
  }
}
