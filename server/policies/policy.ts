import type { z } from 'zod'
import { platformPolicies, policiesForTenant, tenantPolicies } from '~/server/admission/policy'
import type { Json } from '~/server/shared/canonical'

export type PolicyOf = 'everybody' | 'tenant'
/** What is said of a matter now: by whom it can be said, since when, and what it says. Without a version nobody has said anything yet, and it is as usual. */
export type PolicyShown = { readonly kind: string; readonly by: 'platform' | 'tenant'; readonly of: PolicyOf; readonly version: string | null; readonly since: string | null; readonly person: string | null; readonly body: Json; /** Where nothing is usual, what there is to fill in. */ readonly begins: Json }
type Kind = { readonly schema: z.ZodType<unknown>; readonly usual: unknown; readonly begins?: unknown }
type Row = { readonly kind: string; readonly version: bigint; readonly body: unknown; readonly validFrom: Date; readonly setBy: string | null }

const ofTenant: Readonly<Record<string, Kind>> = { ...policiesForTenant, ...tenantPolicies }
export function kindsOf(of: PolicyOf, kind: string): Kind {
  const found = (of === 'everybody' ? (platformPolicies as Readonly<Record<string, Kind>>) : ofTenant)[kind]
  if (!found) throw new Error(`there is no policy ${kind} of ${of}`)
  return found
}
export const shownOf = (of: PolicyOf, kind: string, row: Row | undefined): PolicyShown => ({
  kind, by: of === 'tenant' && Object.hasOwn(tenantPolicies, kind) ? 'tenant' : 'platform', of,
  version: row ? String(row.version) : null, since: row?.validFrom.toISOString() ?? null, person: row?.setBy ?? null, body: (row ? row.body : kindsOf(of, kind).usual) as Json, begins: (kindsOf(of, kind).begins ?? null) as Json,
})

const shown = (of: PolicyOf, kinds: Readonly<Record<string, Kind>>, rows: readonly Row[]) => Object.keys(kinds).map((kind) => shownOf(of, kind, rows.find((row) => row.kind === kind)))
export const shownOfPlatform = (rows: readonly Row[]): PolicyShown[] => shown('everybody', platformPolicies, rows)
export const shownOfTenant = (rows: readonly Row[]): PolicyShown[] => shown('tenant', ofTenant, rows)
