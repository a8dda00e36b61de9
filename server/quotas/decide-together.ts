import { decideLowering, type Lowering, lowestNow } from './decide-lowering'
import { decideQuotaChange, type QuotaRefusal, type QuotaState, type QuotaWish } from './decide-quota-change'

/** One limit as it is, with what is open of its way down; null where there is no such namespace, or the tenant has none of the resource. */
export type LineState = (Pick<QuotaState, 'limit' | 'used' | 'held' | 'version'> & { readonly open: Lowering | null }) | null
/** `lowers` where it may be below what is in use: as that is freed, from `at` or from now on. */
export type LineWish = QuotaWish & { readonly resource: string; readonly lowers: { readonly at: Date | null } | null }
/** `unshared` is what the tenant has not given to any namespace yet, by resource. */
export type TogetherState = { readonly tenantFrozen: boolean; readonly now: Date; readonly unshared: ReadonlyMap<string, bigint>; readonly lines: readonly LineState[] }
/** Of one line, what it is from now on and where it goes, or what is wrong with it; and the least and the most that would pass with all the others as they are. */
export type LineDecision = ({ readonly ok: true; readonly limit: bigint; readonly lowering: Lowering | null } | { readonly ok: false; readonly refusal: QuotaRefusal }) & { readonly least: bigint; readonly most: bigint }
/** What the tenant would have left to give, by resource: below nothing where all of it is refused. */
type TogetherDecision = { readonly lines: readonly LineDecision[]; readonly left: ReadonlyMap<string, bigint>; readonly refusal: QuotaRefusal | null }

/** The first of these that any line is told is what all of it is told. */
const precedence: readonly QuotaRefusal[] = ['tenant_frozen', 'not_found', 'changed_meanwhile', 'no_change', 'not_lower', 'moment_passed', 'below_current_use', 'above_tenant_share']

/** What a line takes of the tenant from now on: what comes down later is not there to give yet. */
function atOnce(line: NonNullable<LineState>, { limit, lowers }: LineWish): bigint {
  if (lowers === null) return limit
  const lowest = lowestNow({ ...line, goal: limit })
  return lowers.at !== null || lowest > line.limit ? line.limit : lowest
}

/**
 * Several limits at once, by the decision of one: each line is judged as if all the others had been done already. So what one namespace gives up another may have, in
 * whatever order they stand, and a line that takes nothing is never told that there is not enough.
 */
export function decideTogether({ tenantFrozen, now, unshared, lines }: TogetherState, wishes: readonly LineWish[]): TogetherDecision {
  const left = new Map(wishes.map(({ resource }) => [resource, unshared.get(resource) ?? 0n]))
  for (const [at, wish] of wishes.entries()) {
    const line = lines[at]
    if (line) left.set(wish.resource, (left.get(wish.resource) ?? 0n) - atOnce(line, wish) + line.limit)
  }
  const decided = wishes.map((wish, at): LineDecision => {
    const line = lines[at]
    if (!line) return { ok: false, refusal: tenantFrozen ? 'tenant_frozen' : 'not_found', least: 0n, most: 0n }
    const most = atOnce(line, wish) + (left.get(wish.resource) ?? 0n)
    const bounds = { least: line.used + line.held, most: most > 0n ? most : 0n }
    if (wish.lowers) return { ...decideLowering({ ...line, tenantFrozen, now }, { goal: wish.limit, at: wish.lowers.at, version: wish.version }), ...bounds }
    const takes = wish.limit > line.limit
    const decision = decideQuotaChange({ ...line, isOnItsWay: line.open !== null, tenantFrozen, unshared: takes ? most - line.limit : 0n }, wish)
    return { ...decision, ...(decision.ok ? { lowering: null } : {}), ...bounds } as LineDecision
  })
  const told = new Set(decided.flatMap((line) => (line.ok ? [] : [line.refusal])))
  return { lines: decided, left, refusal: precedence.find((refusal) => told.has(refusal)) ?? null }
}
