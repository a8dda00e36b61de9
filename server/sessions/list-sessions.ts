import type { SelfReader } from '~/server/database/read'

export type SessionShown = { session: string; here: boolean; signedInAt: string; lastSeenAt: string; endedBecause: string | null; sourceAddress: string; userAgent: string; methods: string[]; provider: string | null }

/** One's own, the open ones first: the last fifty. */
export async function listSessions(db: SelfReader): Promise<SessionShown[]> {
  const rows = await db.rows.session.findMany({
    where: { personId: db.personId }, orderBy: [{ lastSeenAt: 'desc' }], take: 50,
    select: { id: true, signedInAt: true, lastSeenAt: true, endedBecause: true, sourceAddress: true, userAgent: true, methods: true, provider: true },
  })
  const shown = rows.map(({ id, signedInAt, lastSeenAt, ...row }) => ({
    session: id, here: id === db.sessionId, signedInAt: signedInAt.toISOString(), lastSeenAt: lastSeenAt.toISOString(), ...row,
  }))
  return [...shown.filter(({ endedBecause }) => endedBecause === null), ...shown.filter(({ endedBecause }) => endedBecause !== null)]
}
