import { createHash, randomUUID } from 'node:crypto'
import type { Action } from '~/server/authorization/actions'
import type { WriteRows } from '~/server/database/rows'
import { type NoticeBody, type NoticeKind, waitsForThem } from '~/server/identity/notice'
import { enqueue } from '~/server/outbox/enqueue'

/** What somebody must still be allowed to do, and where, when a message about it is to leave this console. */
export type Needs = { readonly action: Action; readonly tenant: string | null; readonly namespace?: string | null }
/** `once` names the thing: each of these people is told of it once, however often it is said. */
export type Telling = { readonly needs?: Needs; readonly once?: string }

/**
 * Tells people something, in the transaction of what it tells of: `rows` is a writer's, or a loop's transaction. It is in their inboxes when that is committed, in tomorrow's digest if it is
 * unread by then, and where somebody else waits for them and they wished it so, on its way to them at once. `path` is where they are to go.
 */
export async function tell(rows: Pick<WriteRows, 'notice' | 'outbox'>, people: readonly string[], kind: NoticeKind, body: NoticeBody, path: string | null, { needs, once }: Telling = {}): Promise<void> {
  const notices = [...new Set(people)].map((personId) => ({ id: once === undefined ? randomUUID() : named(`${personId} ${kind} ${once}`), personId, kind, body, path, ...(needs ? { needs } : {}) }))
  if (notices.length === 0) return
  await rows.notice.createMany({ data: notices, skipDuplicates: true })
  if (waitsForThem(kind)) await enqueue(rows, notices.map(({ id, personId }) => ({ channel: 'mail', person: personId, kind, body: { notice: id }, once: `notice ${id}` })))
}

/** The same name is the same id. */
function named(name: string): string {
  const digest = createHash('sha256').update(name).digest()
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x80
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
