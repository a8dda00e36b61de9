import type { TenantRole } from '~/server/identity/actor'

/** What a person can be given. A service account is no person. */
export const grantableRoles = ['tenant_admin', 'namespace_admin', 'developer', 'approver', 'auditor'] as const satisfies readonly TenantRole[]
export type GrantableRole = (typeof grantableRoles)[number]
/** Where each can be held: in all of a tenant, in one namespace, or in either. */
const places: Record<GrantableRole, readonly ('tenant' | 'namespace')[]> = {
  tenant_admin: ['tenant'], namespace_admin: ['namespace'], developer: ['tenant', 'namespace'], approver: ['tenant'], auditor: ['tenant'],
}
export const isHeldHere = (role: GrantableRole, namespace: string | null): boolean => places[role].includes(namespace === null ? 'tenant' : 'namespace')

export type GrantRefusal = 'tenant_frozen' | 'role_not_here' | 'namespace_unknown' | 'person_unknown' | 'own_role' | 'already_holds'
export type GrantState = { tenantFrozen: boolean; namespaceKnown: boolean; person: string | null; holds: boolean }
export type GrantDecision = { ok: true; person: string } | { ok: false; refusal: GrantRefusal }

/** Nobody gives themselves anything: what an admin may do more, another admin says. Order is precedence. */
export function decideGrant({ tenantFrozen, namespaceKnown, person, holds }: GrantState, wish: { role: GrantableRole; namespace: string | null; by: string }): GrantDecision {
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (!isHeldHere(wish.role, wish.namespace)) return { ok: false, refusal: 'role_not_here' }
  if (!namespaceKnown) return { ok: false, refusal: 'namespace_unknown' }
  if (person === null) return { ok: false, refusal: 'person_unknown' }
  if (person === wish.by) return { ok: false, refusal: 'own_role' }
  return holds ? { ok: false, refusal: 'already_holds' } : { ok: true, person }
}

export type EndRefusal = 'not_found' | 'tenant_frozen' | 'already_ended' | 'last_admin'
export type EndState = { tenantFrozen: boolean; binding: { role: string; ended: boolean } | null; otherAdmins: number }
export type EndDecision = { ok: true } | { ok: false; refusal: EndRefusal }

/** Anybody may give up what they hold, an admin too, as long as one stays who can give it again. */
export function decideEnd({ tenantFrozen, binding, otherAdmins }: EndState): EndDecision {
  if (!binding) return { ok: false, refusal: 'not_found' }
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (binding.ended) return { ok: false, refusal: 'already_ended' }
  return binding.role === 'tenant_admin' && otherAdmins === 0 ? { ok: false, refusal: 'last_admin' } : { ok: true }
}
