import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import type { RequestState } from '~/server/requests/decide-request'
import { type GlassStanding, standingOf } from './decide-break-glass'
import { glassOf, shown } from './glass'

/** `names` are those of the people in it, as far as its reader may know them; `review` is what became of looking at it, where its reader may know that. */
export type BreakGlassShown = ReturnType<typeof shown> & { reason: string; standing: GlassStanding; names: Record<string, string>; review: RequestState | null }
const newest = { by: [['askedAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
/** What waits or is open now, or all that there was. */
const filters = { show: z.enum(['now', 'all']), ...Paged }
export const ListBreakGlass = z.strictObject(filters)
export const ListBreakGlassInTenant = z.strictObject({ tenant: Handle, ...filters })

async function list({ rows }: Pick<PlatformReader, 'rows'>, of: object, { show, ...asked }: z.infer<typeof ListBreakGlass>): Promise<Page<BreakGlassShown>> {
  const now = new Date()
  const lasting = show === 'now' ? { endedAt: null, until: { gt: now } } : {}
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => rows.breakGlass.findMany({ where: { AND: [of, lasting, where] }, ...part }))
  if (found.length === 0) return { rows: [], ...ends }
  const peopleOf = ({ personId, signedBy, endedBy, reviewedBy }: (typeof found)[number]) => [personId, signedBy, endedBy, reviewedBy].filter((person) => person !== null)
  const people = new Map((await rows.person.findMany({ where: { id: { in: [...new Set(found.flatMap(peopleOf))] } }, select: { id: true, name: true } })).map(({ id, name }) => [id, name]))
  const reviews = new Map((await rows.request.findMany({ where: { id: { in: found.map(({ requestId }) => requestId) } }, select: { id: true, state: true } })).map(({ id, state }) => [id, state as RequestState]))
  return {
    rows: found.map((row) => ({
      ...shown(row), reason: row.reason, standing: standingOf(glassOf(row), now), review: reviews.get(row.requestId) ?? null,
      names: Object.fromEntries(peopleOf(row).flatMap((person) => { const name = people.get(person); return name === undefined ? [] : [[person, name]] })),
    })),
    ...ends,
  }
}
/** Who did it, when, what for, and whether somebody has looked at it. */
export const listBreakGlass = (db: PlatformReader, asked: z.infer<typeof ListBreakGlass>) => list(db, {}, asked)
/** Those that named this tenant. */
export const listBreakGlassInTenant = (db: TenantReader, { tenant, ...asked }: z.infer<typeof ListBreakGlassInTenant>) => list(db, { tenants: { has: tenant } }, asked)
