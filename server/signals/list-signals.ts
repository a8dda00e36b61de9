import { z } from 'zod'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { PlatformReader } from '~/server/database/read'
import type { Json } from '~/server/shared/canonical'
import { type SignalKind, signalTopics } from './signal'

export type SignalShown = { signal: string; kind: SignalKind; body: Readonly<Record<string, Json>>; at: string; /** Which was opened from it. */ incident: string | null; /** To which it belongs. */ case: string | null }
const newest = { by: [['at', 'moment'], ['id', 'uuid']], way: 'desc' } as const satisfies Order
export const ListSignals = z.strictObject({ topic: z.enum(signalTopics).nullable(), ...Paged })

/** What looked wrong, the newest first. */
export async function listSignals(db: PlatformReader, { topic, ...asked }: z.infer<typeof ListSignals>): Promise<Page<SignalShown>> {
  const of = topic === null ? {} : { OR: [{ kind: topic }, { kind: { startsWith: `${topic}.` } }] }
  const { rows, ...ends } = await pageOf(newest, asked, ({ where, ...part }) => db.rows.signal.findMany({ where: { AND: [where, of] }, ...part }))
  const opened = await db.rows.incident.findMany({ where: { signalId: { in: rows.map(({ id }) => id) } }, select: { id: true, signalId: true }, orderBy: { openedAt: 'asc' } })
  const incidents = new Map(opened.map(({ id, signalId }) => [signalId, id]))
  return { rows: rows.map(({ id, kind, body, at, caseId }) => ({ signal: id, kind: kind as SignalKind, body: body as Record<string, Json>, at: at.toISOString(), incident: incidents.get(id) ?? null, case: caseId })), ...ends }
}
