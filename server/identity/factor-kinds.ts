import type { Proving } from '~/server/database/proving'

export type FactorKind = 'passkey' | 'code' | 'recovery'

/** What somebody could show now. */
export async function factorKindsOf({ rows }: Proving, person: string): Promise<FactorKind[]> {
  const kinds = await rows.factor.groupBy({ by: ['kind'], where: { personId: person, removedAt: null } })
  const codes = await rows.recoveryCode.count({ where: { personId: person, usedAt: null, replacedAt: null } })
  const has = (kind: string) => kinds.some((row) => row.kind === kind)
  return [...(has('passkey') ? ['passkey' as const] : []), ...(has('totp') ? ['code' as const] : []), ...(codes > 0 ? ['recovery' as const] : [])]
}
