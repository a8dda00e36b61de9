import type { SelfReader } from '~/server/database/read'

export type TokenShown = { token: string; title: string; actions: string[]; madeAt: string; expiresAt: string; lastUsedAt: string | null; endedAt: string | null }

/** One's own, the newest first: those that work, and those that did lately. */
export async function listTokens(db: SelfReader): Promise<TokenShown[]> {
  const rows = await db.rows.token.findMany({
    where: { personId: db.personId }, orderBy: { madeAt: 'desc' }, take: 50, select: { id: true, title: true, actions: true, madeAt: true, expiresAt: true, lastUsedAt: true, endedAt: true },
  })
  return rows.map(({ id, title, actions, madeAt, expiresAt, lastUsedAt, endedAt }) => ({
    token: id, title, actions, madeAt: madeAt.toISOString(), expiresAt: expiresAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null, endedAt: endedAt?.toISOString() ?? null,
  }))
}
