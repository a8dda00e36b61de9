import type { Transaction } from '~/server/database/client'

export type StandingHold = { readonly hold: string; /** Null is one of the whole platform. */ readonly tenant: string | null; readonly placedAt: Date }
/** Which holds stand for a tenant, those of the whole platform among them; for null, all that stand. Until the transaction that asked is over none is placed, so that what a hold forbids is not done beside one. */
export const holdsOf = (sql: Pick<Transaction, '$queryRaw'>, tenant: string | null): Promise<StandingHold[]> =>
  sql.$queryRaw<StandingHold[]>`SELECT hold::text AS hold, of_tenant AS tenant, placed_at AS "placedAt" FROM holds_of(${tenant}::text)`
