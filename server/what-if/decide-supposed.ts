import type { LineDecision } from '~/server/quotas/decide-together'
import type { QuotaRefusal } from '~/server/quotas/decide-quota-change'
import { decideRaiseRequest } from '~/server/quotas/decide-raise'
import { decideTogether } from '~/server/quotas/decide-together'

/** Why a limit could not be made what is supposed: as a namespace’s is changed, and as a tenant’s is asked for. */
export type SupposedRefusal = QuotaRefusal | 'not_more'
type SupposedLine = { readonly namespace: string | null; readonly resource: string; readonly limit: bigint }
type SupposedState = {
  readonly tenantFrozen: boolean
  /** The tenant’s own limits, and what it has given to its namespaces, by resource. */
  readonly own: ReadonlyMap<string, { readonly limit: bigint; readonly given: bigint }>
  /** The limit of each line as it is; null where there is no such quota. */
  readonly lines: readonly ({ readonly limit: bigint; readonly used: bigint; readonly held: bigint; readonly version: bigint; readonly open: null } | null)[]
}
export type SupposedDecision = { readonly refusal: SupposedRefusal | null; readonly least: bigint; /** Null is for the platform to say. */ readonly most: bigint | null }

/**
 * Whether what is supposed could be made so, by the deciders that would be asked: of the tenant what its admins may ask for, and of its namespaces what they could then
 * give, all together.
 */
export function decideSupposed({ tenantFrozen, own, lines }: SupposedState, wished: readonly SupposedLine[]): SupposedDecision[] {
  const raised = new Map(wished.filter(({ namespace }) => namespace === null).map(({ resource, limit }) => [resource, limit]))
  const unshared = new Map([...own].map(([resource, { limit, given }]) => {
    const to = raised.get(resource) ?? limit
    return [resource, (to > limit ? to : limit) - given]
  }))
  const below = wished.flatMap((line, at) => (line.namespace === null ? [] : [{ ...line, state: lines[at] ?? null }]))
  const together = decideTogether({ tenantFrozen, now: new Date(0), unshared, lines: below.map(({ state }) => state) }, below.map(({ resource, limit, state }) => ({ resource, limit, version: state?.version ?? 1n, lowers: null })))
  let next = 0
  return wished.map((line, at): SupposedDecision => {
    const state = lines[at] ?? null
    if (line.namespace !== null) return toldOf(together.lines[next++])
    if (!state) return { refusal: 'not_found', least: 0n, most: null }
    if (line.limit === state.limit) return { refusal: 'no_change', least: state.limit, most: null }
    const decision = decideRaiseRequest({ tenantFrozen, limit: state.limit, allThere: true, alreadyAsked: false, open: 0 }, { from: state.limit, to: line.limit })
    return { refusal: decision.ok ? null : decision.refusal === 'tenant_frozen' ? 'tenant_frozen' : 'not_more', least: state.limit, most: null }
  })
}
const toldOf = (line: LineDecision | undefined): SupposedDecision => (line ? { refusal: line.ok ? null : line.refusal, least: line.least, most: line.most } : { refusal: 'not_found', least: 0n, most: 0n })
