import type { SelfReader } from '~/server/database/read'

export type SignInShown = { at: string; way: string; provider: string | null; outcome: string; reason: string | null; sourceAddress: string; userAgent: string }
const shown = 50

/** One's own attempts to come in, and those of whoever tried in one's name: the last fifty. */
export async function listSignIns(db: SelfReader): Promise<SignInShown[]> {
  const rows = await db.rows.signIn.findMany({
    where: { personId: db.personId }, orderBy: { at: 'desc' }, take: shown,
    select: { at: true, way: true, provider: true, outcome: true, reason: true, sourceAddress: true, userAgent: true },
  })
  return rows.map(({ at, ...row }) => ({ at: at.toISOString(), ...row }))
}
