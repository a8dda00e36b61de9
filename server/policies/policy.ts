import type { z } from 'zod'
import { platformPolicies, policiesForTenant, tenantPolicies } from '~/server/admission/policy'
import type { Json } from '~/server/shared/canonical'

/** What is said of a matter now: by whom it can be said, since when, and what it says. Without a version nobody has said anything yet, and it is as usual. */
export type PolicyShown = { readonly kind: string; readonly by: 'platform' | 'tenant'; readonly of: 'everybody' | 'tenant'; readonly version: string | null; readonly since: string | null; readonly person: string | null; readonly body: Json }
type Kind = { readonly schema: z.ZodType<unknown>; readonly usual: unknown }
type Row = { readonly kind: string; readonly version: bigint; readonly body: unknown; readonly validFrom: Date; readonly setBy: string | null }

const shown = (kinds: Readonly<Record<string, Kind>>, by: PolicyShown['by'], of: PolicyShown['of'], rows: readonly Row[]): PolicyShown[] => Object.entries(kinds).map(([kind, { usual }]) => {
  const row = rows.find((one) => one.kind === kind)
  return { kind, by, of, version: row ? String(row.version) : null, since: row?.validFrom.toISOString() ?? null, person: row?.setBy ?? null, body: (row ? row.body : usual) as Json }
})
export const shownOfPlatform = (rows: readonly Row[]): PolicyShown[] => shown(platformPolicies, 'platform', 'everybody', rows)
export const shownOfTenant = (rows: readonly Row[]): PolicyShown[] => [...shown(policiesForTenant, 'platform', 'tenant', rows), ...shown(tenantPolicies, 'tenant', 'tenant', rows)]
