import { decideQuotaChange, type QuotaDecision, type QuotaRefusal, type QuotaState, type QuotaWish } from './decide-quota-change'

/** One limit as it is; null where there is no such namespace, or the tenant has none of the resource. */
export type LineState = Pick<QuotaState, 'limit' | 'used' | 'held' | 'version'> | null
export type LineWish = QuotaWish & { readonly resource: string }
/** `unshared` is what the tenant has not given to any namespace yet, by resource. */
export type TogetherState = { readonly tenantFrozen: boolean; readonly unshared: ReadonlyMap<string, bigint>; readonly lines: readonly LineState[] }
/** Of one line, what becomes of it, and the least and the most that would pass with all the others as they are. */
export type LineDecision = QuotaDecision & { readonly least: bigint; readonly most: bigint }
/** What the tenant would have left to give, by resource: below nothing where all of it is refused. */
export type TogetherDecision = { readonly lines: readonly LineDecision[]; readonly left: ReadonlyMap<string, bigint>; readonly refusal: QuotaRefusal | null }

/** The first of these that any line is told is what all of it is told. */
const precedence: readonly QuotaRefusal[] = ['tenant_frozen', 'not_found', 'changed_meanwhile', 'no_change', 'below_current_use', 'above_tenant_share']

/**
 * Several limits at once, by the decision of one: each line is judged as if all the others had been done already. So what one namespace gives up another may have, in
 * whatever order they stand, and a line that takes nothing is never told that there is not enough.
 */
export function decideTogether({ tenantFrozen, unshared, lines }: TogetherState, wishes: readonly LineWish[]): TogetherDecision {
  const left = new Map(wishes.map(({ resource }) => [resource, unshared.get(resource) ?? 0n]))
  for (const [at, { resource, limit }] of wishes.entries()) left.set(resource, (left.get(resource) ?? 0n) - limit + (lines[at]?.limit ?? limit))
  const decided = wishes.map((wish, at): LineDecision => {
    const line = lines[at]
    if (!line) return { ok: false, refusal: tenantFrozen ? 'tenant_frozen' : 'not_found', least: 0n, most: 0n }
    const most = wish.limit + (left.get(wish.resource) ?? 0n)
    const takes = wish.limit > line.limit
    const decision = decideQuotaChange({ ...line, tenantFrozen, unshared: takes ? most - line.limit : 0n }, wish)
    return { ...decision, least: line.used + line.held, most: most > 0n ? most : 0n }
  })
  const told = new Set(decided.flatMap((line) => (line.ok ? [] : [line.refusal])))
  return { lines: decided, left, refusal: precedence.find((refusal) => told.has(refusal)) ?? null }
}
