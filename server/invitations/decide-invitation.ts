import { decidePlace, type GrantableRole, type Place, type PlaceRefusal } from '~/server/members/decide-member'
import { untilIsPossible } from '~/server/members/decide-until'

const day = 24 * 3600_000
export const invitationMs = 7 * day
/** So many links a place may have open: more are nobody's to look after. */
export const openMost = 200

export type MakeRefusal = PlaceRefusal | 'already_invited' | 'own_address' | 'too_many_open'
export type Open = { alreadyInvited: boolean; ownAddress: boolean; open: number }
function decideOpen({ alreadyInvited, ownAddress, open }: Open): MakeRefusal | null {
  if (ownAddress) return 'own_address'
  if (alreadyInvited) return 'already_invited'
  return open >= openMost ? 'too_many_open' : null
}
/** Whoever may give a role may promise it; nobody promises themselves anything. Order is precedence. */
export function decideMake(place: Place, open: Open, wish: { role: GrantableRole; namespace: string | null; until: Date | null }): MakeRefusal | null {
  return decidePlace(place, wish) ?? decideOpen(open)
}
export const decideMakeOnPlatform = (open: Open, until: Date | null, now: Date): MakeRefusal | null => (untilIsPossible(until, now) ? decideOpen(open) : 'until_not_possible')

/** What became of a link by now. */
export type Link = { usedAt: Date | null; withdrawnAt: Date | null; expiresAt: Date }
export type LinkState = 'open' | 'used' | 'withdrawn' | 'lapsed'
export const stateOf = ({ usedAt, withdrawnAt, expiresAt }: Link, now: Date): LinkState => (usedAt ? 'used' : withdrawnAt ? 'withdrawn' : expiresAt <= now ? 'lapsed' : 'open')

/** Why a link is not accepted, for the record. Whoever holds it is told the same whatever it is, but that a place stands still. */
export type TakeState = { link: Link | null; inviterMay: boolean; namespaceClosed: boolean; tenantFrozen: boolean; roleUntil: Date | null; now: Date }
export type TakeReason = 'no_such_link' | Exclude<LinkState, 'open'> | 'inviter_may_not' | 'role_lapsed' | 'namespace_closed' | 'tenant_frozen'
export function decideTake({ link, inviterMay, namespaceClosed, tenantFrozen, roleUntil, now }: TakeState): TakeReason | null {
  if (!link) return 'no_such_link'
  const state = stateOf(link, now)
  if (state !== 'open') return state
  if (!inviterMay) return 'inviter_may_not'
  if (roleUntil !== null && roleUntil <= now) return 'role_lapsed'
  if (namespaceClosed) return 'namespace_closed'
  return tenantFrozen ? 'tenant_frozen' : null
}
export const toldOf = (reason: TakeReason): 'link_not_accepted' | 'tenant_frozen' => (reason === 'tenant_frozen' ? 'tenant_frozen' : 'link_not_accepted')
