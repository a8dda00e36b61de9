import { expect, test } from 'vitest'
import { decideMake, decideMakeOnPlatform, decideTake, openMost, type Open, type TakeState, toldOf } from './decide-invitation'

const now = new Date('2026-03-01T12:00:00Z')
const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]
const place = { tenantFrozen: false, namespaceKnown: true, roleKnown: true, now }
const open: Open = { alreadyInvited: false, ownAddress: false, open: 0 }
test.each<[says: string, place: Partial<typeof place>, open: Partial<Open>, expected: string | null]>([
  ['somebody', {}, {}, null], ['oneself', {}, { ownAddress: true, alreadyInvited: true }, 'own_address'], ['who is invited', {}, { alreadyInvited: true }, 'already_invited'], ['one too many', {}, { open: openMost }, 'too_many_open'],
  ['frozen comes before everything', { tenantFrozen: true }, { ownAddress: true }, 'tenant_frozen'],
])('inviting %s', (_says, at, state, expected) => expect(decideMake({ ...place, ...at }, { ...open, ...state }, { role: 'developer', namespace: null, until: null })).toBe(expected))
test('an invitation to the platform is bounded alike', () => {
  expect([decideMakeOnPlatform(open, before, now), decideMakeOnPlatform({ ...open, ownAddress: true }, null, now), decideMakeOnPlatform(open, after, now)]).toEqual(['until_not_possible', 'own_address', null])
})
const link = { usedAt: null, withdrawnAt: null, expiresAt: after }
const takes: [says: string, state: Partial<TakeState>, reason: string | null, told: string][] = [
  ['an open one', {}, null, ''], ['none', { link: null }, 'no_such_link', 'link_not_accepted'], ['a used one', { link: { ...link, usedAt: before } }, 'used', 'link_not_accepted'], ['one that was taken back', { link: { ...link, withdrawnAt: before } }, 'withdrawn', 'link_not_accepted'],
  ['one that lapsed this moment', { link: { ...link, expiresAt: now } }, 'lapsed', 'link_not_accepted'], ['of who may invite no more', { inviterMay: false, tenantFrozen: true }, 'inviter_may_not', 'link_not_accepted'],
  ['to a role that would have ended', { roleUntil: now }, 'role_lapsed', 'link_not_accepted'], ['into a frozen tenant', { tenantFrozen: true }, 'tenant_frozen', 'tenant_frozen'],
  ['into a namespace that is closing', { namespaceClosed: true, tenantFrozen: true }, 'namespace_closed', 'link_not_accepted'],
]
test.each(takes)('taking %s', (_says, state, reason, told) => {
  const decided = decideTake({ link, inviterMay: true, namespaceClosed: false, tenantFrozen: false, roleUntil: null, now, ...state })
  expect(decided).toBe(reason)
  if (decided !== null) expect(toldOf(decided)).toBe(told)
})
