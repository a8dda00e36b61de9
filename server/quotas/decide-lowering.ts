import type { QuotaRefusal, QuotaState } from './decide-quota-change'

/** Where a limit is to go below what is in use: at once as far as it can, and on as it is freed. From `at`; null is from now on. */
export type Lowering = { readonly goal: bigint; readonly at: Date | null }
type LoweringState = Pick<QuotaState, 'tenantFrozen' | 'limit' | 'used' | 'held' | 'version'> & { readonly now: Date; /** What is open of it already. */ readonly open: Lowering | null }
type LoweringWish = Lowering & { readonly version: bigint }
type LoweringDecision = { readonly ok: true; /** What it is from now on. */ readonly limit: bigint; /** Null where it is there at once. */ readonly lowering: Lowering | null } | { readonly ok: false; readonly refusal: QuotaRefusal }

/** As low as it can be now, and no lower than it is to be. Where some of what is in use is lent that is more than the limit is, and then it stays. */
export const lowestNow = ({ used, held, goal }: { readonly used: bigint; readonly held: bigint; readonly goal: bigint }): bigint => (used + held > goal ? used + held : goal)
const isSame = (one: Lowering | null, other: Lowering) => one !== null && one.goal === other.goal && one.at?.getTime() === other.at?.getTime()

/** Order is precedence, and what all changes are told comes first. A limit has one plan: another takes its place. */
export function decideLowering({ tenantFrozen, limit, used, held, version, now, open }: LoweringState, { goal, at, version: seen }: LoweringWish): LoweringDecision {
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (seen !== version) return { ok: false, refusal: 'changed_meanwhile' }
  if (isSame(open, { goal, at })) return { ok: false, refusal: 'no_change' }
  if (goal >= limit) return { ok: false, refusal: 'not_lower' }
  if (at !== null && at <= now) return { ok: false, refusal: 'moment_passed' }
  if (at !== null) return { ok: true, limit, lowering: { goal, at } }
  const lowest = lowestNow({ used, held, goal })
  return { ok: true, limit: lowest < limit ? lowest : limit, lowering: lowest === goal ? null : { goal, at: null } }
}

type Standing = { readonly limit: bigint; readonly used: bigint; readonly held: bigint; readonly goal: bigint; readonly beginsAt: Date; readonly beganAt: Date | null }
/** One step of the way, by the clock: how low it is then, and whether it is there. Null where there is nothing to do yet. */
export function decideStep({ limit, used, held, goal, beginsAt, beganAt }: Standing, now: Date): { readonly limit: bigint; readonly reached: boolean } | null {
  if (beganAt === null && beginsAt > now) return null
  const lowest = lowestNow({ used, held, goal })
  return beganAt !== null && lowest >= limit && limit > goal ? null : { limit: lowest < limit ? lowest : limit, reached: lowest === goal }
}
