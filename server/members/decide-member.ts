import type { TenantRole } from '~/server/identity/actor'
import { untilIsPossible } from './decide-until'

/** What a person can be given. A service account is no person. */
export const grantableRoles = ['tenant_admin', 'namespace_admin', 'developer', 'approver', 'auditor'] as const satisfies readonly TenantRole[]
export type GrantableRole = (typeof grantableRoles)[number]
/** One of these, or one that the tenant composed. */
export const givenRoles = [...grantableRoles, 'custom'] as const
export type GivenRole = (typeof givenRoles)[number]
/** Where each can be held: in all of a tenant, in one namespace, or in either. */
const places: Record<GivenRole, readonly ('tenant' | 'namespace')[]> = {
  tenant_admin: ['tenant'], namespace_admin: ['namespace'], developer: ['tenant', 'namespace'], approver: ['tenant'], auditor: ['tenant'], custom: ['tenant', 'namespace'],
}
export const isHeldHere = (role: GivenRole, namespace: string | null): boolean => places[role].includes(namespace === null ? 'tenant' : 'namespace')

/** `roleKnown` is whether the tenant has the role, where it is one of its own. */
export type Place = { tenantFrozen: boolean; namespaceKnown: boolean; roleKnown: boolean; now: Date }
type Wish = { role: GivenRole; namespace: string | null; until: Date | null }
export type PlaceRefusal = 'tenant_frozen' | 'role_not_here' | 'until_not_possible' | 'role_unknown' | 'namespace_unknown'

/** Whether anybody, or any group, can be given this role here. Order is precedence. */
export function decidePlace({ tenantFrozen, namespaceKnown, roleKnown, now }: Place, wish: Wish): PlaceRefusal | null {
  if (tenantFrozen) return 'tenant_frozen'
  if (!isHeldHere(wish.role, wish.namespace)) return 'role_not_here'
  if (!untilIsPossible(wish.until, now)) return 'until_not_possible'
  if (!roleKnown) return 'role_unknown'
  return namespaceKnown ? null : 'namespace_unknown'
}

export type PersonRefusal = 'person_unknown' | 'own_role' | 'already_holds'
export type GrantRefusal = PlaceRefusal | PersonRefusal
export type GrantState = Place & { person: string | null; holds: boolean }
export type GrantDecision = { ok: true; person: string } | { ok: false; refusal: GrantRefusal }

/** Nobody gives themselves anything: what an admin may do more, another admin says. */
function decidePerson({ person, holds }: Pick<GrantState, 'person' | 'holds'>, by: string): { ok: true; person: string } | { ok: false; refusal: PersonRefusal } {
  if (person === null) return { ok: false, refusal: 'person_unknown' }
  if (person === by) return { ok: false, refusal: 'own_role' }
  return holds ? { ok: false, refusal: 'already_holds' } : { ok: true, person }
}

export function decideGrant({ person, holds, ...place }: GrantState, { by, ...wish }: Wish & { by: string }): GrantDecision {
  const impossible = decidePlace(place, wish)
  return impossible === null ? decidePerson({ person, holds }, by) : { ok: false, refusal: impossible }
}

export type Addressed = { email: string; person: string | null; holds: boolean }
export type GrantsDecision = { ok: true; people: string[] } | { ok: false; refusal: PlaceRefusal } | { ok: false; refusal: 'not_everybody'; about: { email: string; refusal: PersonRefusal }[] }

/** All of them or nobody: whoever asked for many is told of each who cannot be given it, and nothing is half done. */
export function decideGrants(place: Place, everybody: readonly Addressed[], { by, ...wish }: Wish & { by: string }): GrantsDecision {
  const impossible = decidePlace(place, wish)
  if (impossible !== null) return { ok: false, refusal: impossible }
  const decided = everybody.map(({ email, ...state }) => ({ email, decision: decidePerson(state, by) }))
  const about = decided.flatMap(({ email, decision }) => (decision.ok ? [] : [{ email, refusal: decision.refusal }]))
  return about.length ? { ok: false, refusal: 'not_everybody', about } : { ok: true, people: decided.flatMap(({ decision }) => (decision.ok ? [decision.person] : [])) }
}

/** One deed gives a role to no more people than this. */
export const groupMost = 1000
export type BindRefusal = PlaceRefusal | 'group_not_theirs' | 'already_bound' | 'group_too_large'
export type BindState = Place & { isTheirs: boolean; isBound: boolean }
export function decideBind({ isTheirs, isBound, ...place }: BindState, wish: Wish): { ok: true } | { ok: false; refusal: BindRefusal } {
  const impossible = decidePlace(place, wish)
  if (impossible !== null) return { ok: false, refusal: impossible }
  if (!isTheirs) return { ok: false, refusal: 'group_not_theirs' }
  return isBound ? { ok: false, refusal: 'already_bound' } : { ok: true }
}

export type EndRefusal = 'not_found' | 'tenant_frozen' | 'already_ended' | 'held_by_group' | 'last_admin'
/** `lastingAdmins` are the others who can act and stay admins until somebody ends it: an end in advance, or a group that is left, makes no refusal. */
export type EndState = { tenantFrozen: boolean; binding: { role: string; ended: boolean; byGroup: boolean } | null; lastingAdmins: number }
export type EndDecision = { ok: true } | { ok: false; refusal: EndRefusal }

/** Anybody may give up what they hold, an admin too, as long as one stays who can give it again. */
export function decideEnd({ tenantFrozen, binding, lastingAdmins }: EndState): EndDecision {
  if (!binding) return { ok: false, refusal: 'not_found' }
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (binding.ended) return { ok: false, refusal: 'already_ended' }
  if (binding.byGroup) return { ok: false, refusal: 'held_by_group' }
  return binding.role === 'tenant_admin' && lastingAdmins === 0 ? { ok: false, refusal: 'last_admin' } : { ok: true }
}

export type UnbindRefusal = 'not_found' | 'tenant_frozen' | 'already_ended'
export type UnbindState = { tenantFrozen: boolean; binding: { ended: boolean } | null }
export function decideUnbind({ tenantFrozen, binding }: UnbindState): { ok: true } | { ok: false; refusal: UnbindRefusal } {
  if (!binding) return { ok: false, refusal: 'not_found' }
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  return binding.ended ? { ok: false, refusal: 'already_ended' } : { ok: true }
}
