import type { SelfReader } from '~/server/database/read'
import type { NoticeKind } from '~/server/identity/notice'

export type NoticeShown = { notice: string; kind: NoticeKind; body: Record<string, string | null>; at: string }
const atOnce = 20

/** What one has not said that one knows, the oldest first. */
export async function listNotices(db: SelfReader): Promise<NoticeShown[]> {
  const rows = await db.rows.notice.findMany({ where: { personId: db.personId, readAt: null }, orderBy: { at: 'asc' }, take: atOnce })
  return rows.map(({ id, kind, body, at }) => ({ notice: id, kind: kind as NoticeKind, body: body as Record<string, string | null>, at: at.toISOString() }))
}
