import type { PlatformRole } from '~/server/identity/actor'
import { untilIsPossible } from '~/server/members/decide-until'
import { decideShutOut, type ShutOut, type ShutOutRefusal } from './decide-shut-out'

export type GrantRefusal = 'until_not_possible' | 'person_unknown' | 'own_role' | 'already_holds' | 'operates_and_audits'
export type GrantState = { person: string | null; held: readonly string[]; now: Date }
type Wish = { role: PlatformRole; until: Date | null; by: string }

/** Of roles on the platform, by whichever way one comes to them. */
export const bothRunsAndAudits = (role: string, held: readonly string[]): boolean => held.some((other) => (other === 'auditor') !== (role === 'auditor'))

/** Nobody gives themselves anything, and whoever watches the platform does not run it. Order is precedence. */
export function decideGrant({ person, held, now }: GrantState, { role, until, by }: Wish): { ok: true; person: string } | { ok: false; refusal: GrantRefusal } {
  if (!untilIsPossible(until, now)) return { ok: false, refusal: 'until_not_possible' }
  if (person === null) return { ok: false, refusal: 'person_unknown' }
  if (person === by) return { ok: false, refusal: 'own_role' }
  if (held.includes(role)) return { ok: false, refusal: 'already_holds' }
  return bothRunsAndAudits(role, held) ? { ok: false, refusal: 'operates_and_audits' } : { ok: true, person }
}

export type EndRefusal = 'not_found' | 'already_ended' | 'last_admin' | ShutOutRefusal
/** `lastingAdmins` are the other platform admins who can act and whose role has no end; `shutOut` is null where nobody ends it for another: it is their own, or the clock’s to end. */
export type EndState = { binding: { role: string; ended: boolean } | null; lastingAdmins: number; shutOut: ShutOut | null }
export function decideEnd({ binding, lastingAdmins, shutOut }: EndState): { ok: true } | { ok: false; refusal: EndRefusal } {
  if (!binding) return { ok: false, refusal: 'not_found' }
  if (binding.ended) return { ok: false, refusal: 'already_ended' }
  if (binding.role !== 'platform_admin') return { ok: true }
  if (lastingAdmins === 0) return { ok: false, refusal: 'last_admin' }
  return shutOut ? decideShutOut(shutOut) : { ok: true }
}
