import type { SelfReader } from '~/server/database/read'

export type SessionShown = { session: string; here: boolean; signedInAt: string; lastSeenAt: string; endedBecause: string | null; sourceAddress: string; userAgent: string; methods: string[]; provider: string | null }

const shownMost = 50
/** One's own, the fifty seen last: of those that are open first, so that none of them is crowded out by others that ended since. */
export async function listSessions(db: SelfReader): Promise<SessionShown[]> {
  const find = (which: object, most: number) => db.rows.session.findMany({
    where: { personId: db.personId, ...which }, orderBy: [{ lastSeenAt: 'desc' }], take: most,
    select: { id: true, signedInAt: true, lastSeenAt: true, endedBecause: true, sourceAddress: true, userAgent: true, methods: true, provider: true },
  })
  const open = await find({ endedAt: null }, shownMost)
  return [...open, ...(await find({ endedAt: { not: null } }, shownMost - open.length))].map(({ id, signedInAt, lastSeenAt, ...row }) => ({
    session: id, here: id === db.sessionId, signedInAt: signedInAt.toISOString(), lastSeenAt: lastSeenAt.toISOString(), ...row,
  }))
}
