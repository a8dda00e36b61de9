import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { TenantReader } from '~/server/database/read'
import { inForce, kind, ofPlace, type PairShown, pairShown } from './pair'

const newest = { by: [['offeredAt', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
export const shows = ['in_force', 'offered', 'asked', 'over'] as const
/** Of the whole tenant, or of one of its namespaces. */
export const ListPairs = z.strictObject({ tenant: Handle, namespace: Handle.nullable(), show: z.enum(shows), ...Paged })
/** `request` is where it is answered, for who may look at requests. */
export type PairListed = PairShown & { request: string | null }

function showing(show: (typeof shows)[number], tenant: string, now: Date) {
  const waits = { answer: null, endedAt: null, lapsesAt: { gt: now } }
  const over = { OR: [{ answer: 'no' }, { endedAt: { not: null } }, { answer: null, lapsesAt: { lte: now } }, { answer: 'yes', until: { lte: now } }] }
  return { in_force: inForce(now), offered: { tenantId: tenant, ...waits }, asked: { otherTenant: tenant, ...waits }, over }[show]
}
export async function listPairs({ rows, tenant }: TenantReader, { namespace, show, ...asked }: z.infer<typeof ListPairs>): Promise<Page<PairListed>> {
  const now = new Date()
  const of = namespace === null ? { OR: [{ tenantId: tenant }, { otherTenant: tenant }] } : ofPlace({ tenant, namespace })
  const { rows: found, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => rows.pair.findMany({ where: { AND: [of, showing(show, tenant, now), where] }, ...part }))
  const people = await rows.person.findMany({ where: { id: { in: found.map(({ offeredBy }) => offeredBy) } }, select: { id: true, name: true } })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const waiting = show !== 'asked' || found.length === 0 ? [] : await rows.request.findMany({ where: { tenantId: tenant, kind, state: 'open', OR: found.map(({ id }) => ({ payload: { path: ['pair'], equals: id } })) }, select: { id: true, payload: true } })
  const requests = new Map(waiting.map(({ id, payload }) => [(payload as { pair: string }).pair, id]))
  return { rows: found.map((row) => ({ ...pairShown(row, { tenant, name: names.get(row.offeredBy) ?? '', now }), request: requests.get(row.id) ?? null })), ...ends }
}
