import type { SelfReader } from '~/server/database/read'

export type TokenShown = { token: string; title: string; actions: string[]; madeAt: string; expiresAt: string; lastUsedAt: string | null; endedAt: string | null }

const shownMost = 50
/** One's own, those that work first, each the newest first. Whatever else was made and revoked since, nobody has one that works and is not shown it. */
export async function listTokens(db: SelfReader): Promise<TokenShown[]> {
  const works = { endedAt: null, expiresAt: { gt: db.now } }
  const find = (which: object, most: number) => db.rows.token.findMany({
    where: { personId: db.personId, ...which }, orderBy: { madeAt: 'desc' }, take: most, select: { id: true, title: true, actions: true, madeAt: true, expiresAt: true, lastUsedAt: true, endedAt: true },
  })
  const working = await find(works, shownMost)
  const rows = [...working, ...(await find({ NOT: works }, shownMost - working.length))]
  return rows.map(({ id, title, actions, madeAt, expiresAt, lastUsedAt, endedAt }) => ({
    token: id, title, actions, madeAt: madeAt.toISOString(), expiresAt: expiresAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null, endedAt: endedAt?.toISOString() ?? null,
  }))
}
