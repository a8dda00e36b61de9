import { decideShutOut, type ShutOut, type ShutOutRefusal } from '~/server/staff/decide-shut-out'

export type DisableRefusal = 'not_found' | 'own_account' | 'already_disabled' | 'last_admin' | ShutOutRefusal
export type DisableState = { person: { id: string; disabled: boolean } | null; isAdmin: boolean; lastingAdmins: number; shutOut: ShutOut }
/** Nobody shuts themselves out, and the platform keeps one who can let somebody in. Order is precedence. */
export function decideDisable({ person, isAdmin, lastingAdmins, shutOut }: DisableState, by: string): { ok: true } | { ok: false; refusal: DisableRefusal } {
  if (!person) return { ok: false, refusal: 'not_found' }
  if (person.id === by) return { ok: false, refusal: 'own_account' }
  if (person.disabled) return { ok: false, refusal: 'already_disabled' }
  if (!isAdmin) return { ok: true }
  return lastingAdmins === 0 ? { ok: false, refusal: 'last_admin' } : decideShutOut(shutOut)
}

export type EnableRefusal = 'not_found' | 'not_disabled'
export function decideEnable(person: { disabled: boolean } | null): { ok: true } | { ok: false; refusal: EnableRefusal } {
  if (!person) return { ok: false, refusal: 'not_found' }
  return person.disabled ? { ok: true } : { ok: false, refusal: 'not_disabled' }
}

export type ResetRefusal = 'not_found' | 'own_account' | 'is_disabled' | 'no_password' | 'second_person_needed'
export type ResetState = { person: { id: string; disabled: boolean } | null; hasPassword: boolean; roles: readonly Held[] }
/** What they hold, and what is held by whom they decide for. */
type Held = { role: string; tenant: string | null; namespace: string | null }
/** Whoever has power over others, or reads all that they do, is not let in anew by one person alone. What a tenant composed is a part of what its admins may do: of all of the tenant, unless it is held in one namespace. */
const needsTwo = ({ role, tenant, namespace }: Held) => tenant === null || role === 'tenant_admin' || role === 'approver' || role === 'auditor' || (role === 'custom' && namespace === null)
export function decideReset({ person, hasPassword, roles }: ResetState, by: string): { ok: true } | { ok: false; refusal: ResetRefusal } {
  if (!person) return { ok: false, refusal: 'not_found' }
  if (person.id === by) return { ok: false, refusal: 'own_account' }
  if (person.disabled) return { ok: false, refusal: 'is_disabled' }
  if (!hasPassword) return { ok: false, refusal: 'no_password' }
  return roles.some(needsTwo) ? { ok: false, refusal: 'second_person_needed' } : { ok: true }
}
