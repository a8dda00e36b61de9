import { z } from 'zod'
import { Handle, Uuid } from '~/server/api/inputs'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import { Denied } from '~/server/authorization/denied'
import type { PlatformReader, TenantReader } from '~/server/database/read'
import type { DeliveryShown, DeliveryState, WebhookShown } from './webhook'

const atOnce = 100
const columns = { id: true, title: true, host: true, format: true, kinds: true, madeAt: true, earlierUntil: true, endedAt: true } as const
type Row = { id: string; title: string; host: string; format: string; kinds: string[]; madeAt: Date; earlierUntil: Date | null; endedAt: Date | null }
const shown = ({ id, title, host, format, kinds, madeAt, earlierUntil, endedAt }: Row): WebhookShown => ({
  webhook: id, title, host, format: format === 'slack' ? 'slack' : 'standard', kinds, madeAt: madeAt.toISOString(), earlierUntil: earlierUntil !== null && earlierUntil > new Date() ? earlierUntil.toISOString() : null, endedAt: endedAt?.toISOString() ?? null,
})
type Reader = Pick<PlatformReader, 'rows'>

/** Those that listen before those that did, the newest first. */
const list = async ({ rows }: Reader, tenantId: string | null): Promise<WebhookShown[]> =>
  (await rows.webhook.findMany({ where: { tenantId }, orderBy: [{ endedAt: { sort: 'desc', nulls: 'first' } }, { madeAt: 'desc' }], take: atOnce, select: columns })).map(shown)
export const listWebhooks = (db: TenantReader): Promise<WebhookShown[]> => list(db, db.tenant)
export const listOnPlatform = (db: PlatformReader): Promise<WebhookShown[]> => list(db, null)

export const ListHistory = z.strictObject({ tenant: Handle, webhook: Uuid, ...Paged })
export const HistoryOnPlatform = z.strictObject({ webhook: Uuid, ...Paged })
type AskedHistory = z.infer<typeof HistoryOnPlatform>
export type History = { webhook: WebhookShown } & Page<DeliveryShown>
const newestFirst: Order = { by: [['at', 'moment'], ['id', 'uuid']], way: 'desc' }
const parts = { id: true, kind: true, at: true, attempts: true, nextAt: true, endedAt: true, outcome: true, reason: true, status: true } as const
const stateOf = (outcome: string | null, attempts: number): DeliveryState => (outcome === 'delivered' || outcome === 'dropped' || outcome === 'given_up' ? outcome : attempts === 0 ? 'waits' : 'tries_again')

/** What was said to one, and what became of it. */
async function history({ rows }: Reader, tenantId: string | null, { webhook, ...asked }: AskedHistory): Promise<History> {
  const found = await rows.webhook.findFirst({ where: { id: webhook, tenantId }, select: columns })
  if (!found) throw new Denied('not_found')
  const page = await pageOf(newestFirst, asked, ({ where, ...part }) => rows.outbox.findMany({ where: { AND: [{ webhookId: webhook, tenantId, channel: 'webhook' }, where] }, ...part, select: parts }))
  return {
    ...page, webhook: shown(found),
    rows: page.rows.map(({ id, kind, at, attempts, nextAt, endedAt, outcome, reason, status }) => ({ message: id, kind, at: at.toISOString(), state: stateOf(outcome, attempts), attempts, status, reason, nextAt: endedAt === null ? nextAt.toISOString() : null, endedAt: endedAt?.toISOString() ?? null })),
  }
}
export const listHistory = (db: TenantReader, { tenant, ...asked }: z.infer<typeof ListHistory>): Promise<History> => history(db, tenant, asked)
export const historyOnPlatform = (db: PlatformReader, asked: AskedHistory): Promise<History> => history(db, null, asked)
