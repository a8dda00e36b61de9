import type { Match } from '~/server/admission/labels/decide-labels'
import { type Around, type Attributes, type AttributesRefusal, decideAttributes } from './decide-attributes'
import { clusterName, clusterNameMost } from './decide-objects'

export type NamespaceRefusal = 'tenant_frozen' | 'name_without_prefix' | 'name_too_long' | 'name_taken' | 'name_was_used' | 'too_many' | AttributesRefusal
/** So many a tenant has at once: what is asked about all of it goes through all of them, in a process that others wait for. */
export const namespacesMost = 10_000
/** `open` are those that are not deleted; `same` is what there is of that name; a name whose namespace was deleted stays with its history. */
export type NamespaceState = Around & { readonly tenant: string; readonly tenantFrozen: boolean; readonly prefix: string | null; readonly open: number; readonly same: (Attributes & { readonly isClosed: boolean }) | null }
/** `exists` is a repeat of what was done already, and a success. */
type NamespaceDecision = { ok: true; exists: boolean } | { ok: false; refusal: NamespaceRefusal }

export const isSame = (one: Attributes, other: Attributes): boolean =>
  one.title === other.title && one.environment === other.environment && one.costCentre === other.costCentre && one.owner === other.owner && one.isolation === other.isolation && one.podSecurity === other.podSecurity
  && Object.keys(one.labels).length === Object.keys(other.labels).length && Object.entries(one.labels).every(([key, value]) => other.labels[key] === value)

/** Order is precedence. */
export function decideNewNamespace(state: NamespaceState, wish: Attributes & { readonly name: string }, match: Match): NamespaceDecision {
  const { tenant, tenantFrozen, prefix, open, same } = state
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (same) return same.isClosed ? { ok: false, refusal: 'name_was_used' } : isSame(same, wish) ? { ok: true, exists: true } : { ok: false, refusal: 'name_taken' }
  if (prefix !== null && (!wish.name.startsWith(prefix) || wish.name === prefix)) return { ok: false, refusal: 'name_without_prefix' }
  if (clusterName(tenant, wish.name).length > clusterNameMost) return { ok: false, refusal: 'name_too_long' }
  if (open >= namespacesMost) return { ok: false, refusal: 'too_many' }
  const refusal = decideAttributes(state, wish, match)
  return refusal === null ? { ok: true, exists: false } : { ok: false, refusal }
}
