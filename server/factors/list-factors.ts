import type { SelfReader } from '~/server/database/read'
import { settledAt } from '~/server/identity/decide-settled'

export type FactorShown = {
  factor: string; kind: 'passkey' | 'code'; label: string; createdAt: string; lastUsedAt: string | null
  /** From when on it approves. */
  settledAt: string
  /** Null for what never leaves its device. */
  isBackedUp: boolean | null
}
type FactorsShown = { factors: FactorShown[]; recoveryCodesLeft: number }

/** One's own; what they are made of stays where it is. */
export async function listFactors(db: SelfReader): Promise<FactorsShown> {
  const rows = await db.rows.factor.findMany({
    where: { personId: db.personId, removedAt: null }, orderBy: { createdAt: 'asc' },
    select: { id: true, kind: true, label: true, createdAt: true, lastUsedAt: true, backupEligible: true, backedUp: true },
  })
  const recoveryCodesLeft = await db.rows.recoveryCode.count({ where: { personId: db.personId, usedAt: null, replacedAt: null } })
  const factors = rows.map(({ id, kind, label, createdAt, lastUsedAt, backupEligible, backedUp }) => ({
    factor: id, kind: kind === 'passkey' ? 'passkey' as const : 'code' as const, label, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null,
    settledAt: settledAt(createdAt).toISOString(), isBackedUp: backupEligible ? backedUp : null,
  }))
  return { factors, recoveryCodesLeft }
}
