import { z } from 'zod'
import { type Order, type Page, Paged, pageOf } from '~/server/api/page'
import type { SelfReader } from '~/server/database/read'
import { type NoticeBody, type NoticeKind, standingKinds } from '~/server/identity/notice'

export type NoticeShown = { notice: string; kind: NoticeKind; body: NoticeBody; path: string | null; at: string; readAt: string | null; /** What it says waits was decided meanwhile, whoever did it. */ overAt: string | null }
export type Inbox = { unread: number; newest: NoticeShown[] }
const atOnce = 20
const inHeader = 8
/** More unread than this are not counted: that there are many is known. */
export const countedMost = 99

type Row = { id: string; kind: string; body: unknown; path: string | null; at: Date; readAt: Date | null; overAt: Date | null }
const shown = ({ id, kind, body, path, at, readAt, overAt }: Row): NoticeShown => ({ notice: id, kind: kind as NoticeKind, body: body as NoticeBody, path, at: at.toISOString(), readAt: readAt?.toISOString() ?? null, overAt: overAt?.toISOString() ?? null })
const standing = { in: [...standingKinds] }

/** What stands on every page: what happened to one's account and one has not said that one knows, the oldest first. */
export async function listNotices(db: SelfReader): Promise<NoticeShown[]> {
  const rows = await db.rows.notice.findMany({ where: { personId: db.personId, readAt: null, kind: standing }, orderBy: { at: 'asc' }, take: atOnce })
  return rows.map(shown)
}

/** What the header shows: how many are unread, and the newest of them. What stands on the page is not said twice. */
export async function readInbox(db: SelfReader): Promise<Inbox> {
  const rows = await db.rows.notice.findMany({ where: { personId: db.personId, readAt: null, overAt: null, NOT: { kind: standing } }, orderBy: [{ at: 'desc' }, { id: 'desc' }], take: countedMost + 1 })
  return { unread: rows.length, newest: rows.slice(0, inHeader).map(shown) }
}

const newestFirst: Order = { by: [['at', 'moment'], ['id', 'uuid']], way: 'desc' }
export const ListHistory = z.strictObject({ show: z.enum(['unread', 'all']), ...Paged })
export async function listHistory(db: SelfReader, { show, ...asked }: z.infer<typeof ListHistory>): Promise<Page<NoticeShown>> {
  const { rows, ...ends } = await pageOf(newestFirst, asked, ({ where, ...part }) => db.rows.notice.findMany({ where: { AND: [{ personId: db.personId, ...(show === 'unread' ? { readAt: null, overAt: null } : {}) }, where] }, ...part }))
  return { rows: rows.map(shown), ...ends }
}
