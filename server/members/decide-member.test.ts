import { expect, test } from 'vitest'
import { decideBind, decideEnd, decideGrant, decideGrants, decideUnbind, type EndState, type GivenRole, type GrantableRole, grantableRoles, type GrantRefusal, type GrantState, isHeldHere, type UnbindState } from './decide-member'
import { untilIsPossible, untilMostMs } from './decide-until'
import { memberRefusals } from './member.refusals'

const now = new Date('2026-03-01T12:00:00Z')
const ahead = (ms: number) => new Date(now.getTime() + ms)
test.each<[says: string, until: Date | null, possible: boolean]>([
  ['no end', null, true], ['a moment ahead', ahead(1), true], ['this moment', now, false], ['the past', ahead(-1), false], ['two years', ahead(untilMostMs), true], ['longer', ahead(untilMostMs + 1), false],
])('an end at %s', (_says, until, possible) => expect(untilIsPossible(until, now)).toBe(possible))

const usual: GrantState = { tenantFrozen: false, namespaceKnown: true, roleKnown: true, now, person: 'other', holds: false }
const grants: [says: string, state: Partial<GrantState>, role: GivenRole, namespace: string | null, expected: GrantRefusal | 'ok', until?: Date][] = [
  ['a developer of one namespace', {}, 'developer', 'red', 'ok'],
  ['for a day', {}, 'developer', 'red', 'ok', ahead(24 * 3600_000)],
  ['until yesterday', {}, 'developer', 'red', 'until_not_possible', ahead(-24 * 3600_000)],
  ['a tenant admin of a namespace', {}, 'tenant_admin', 'red', 'role_not_here'],
  ['a namespace that is not there', { namespaceKnown: false }, 'developer', 'red', 'namespace_unknown'],
  ['a role that the tenant composed', {}, 'custom', null, 'ok'],
  ['the same, in one namespace', {}, 'custom', 'red', 'ok'],
  ['one that it has not, in no namespace', { roleKnown: false, namespaceKnown: false }, 'custom', 'red', 'role_unknown'],
  ['nobody', { person: null }, 'auditor', null, 'person_unknown'],
  ['oneself', { person: 'me' }, 'auditor', null, 'own_role'],
  ['what they hold', { holds: true }, 'auditor', null, 'already_holds'],
  ['oneself, what one holds', { person: 'me', holds: true }, 'auditor', null, 'own_role'],
  ['nobody, in no namespace', { person: null, namespaceKnown: false }, 'developer', 'red', 'namespace_unknown'],
  ['until yesterday, in no namespace', { namespaceKnown: false }, 'developer', 'red', 'until_not_possible', ahead(-1)],
  ['a role that is not there, in no namespace', { namespaceKnown: false }, 'auditor', 'red', 'role_not_here'],
  ['frozen comes before everything', { tenantFrozen: true, person: null }, 'auditor', 'red', 'tenant_frozen'],
]
test.each(grants)('granting: %s', (_says, state, role, namespace, expected, until) => {
  expect(decideGrant({ ...usual, ...state }, { role, namespace, until: until ?? null, by: 'me' })).toEqual(expected === 'ok' ? { ok: true, person: 'other' } : { ok: false, refusal: expected })
})
test.each<[GrantableRole, boolean, boolean]>([['tenant_admin', true, false], ['namespace_admin', false, true], ['developer', true, true], ['approver', true, false], ['auditor', true, false]])('%s is held in a tenant: %s, in a namespace: %s', (role, inTenant, inNamespace) => {
  expect([isHeldHere(role, null), isHeldHere(role, 'red')]).toEqual([inTenant, inNamespace])
})

const wish = { role: 'developer', namespace: null, until: null, by: 'me' } as const
const place = { tenantFrozen: false, namespaceKnown: true, roleKnown: true, now }
test('many are given it together, or nobody is, and each who cannot be is named', () => {
  const fine = [{ email: 'a', person: 'A', holds: false }, { email: 'b', person: 'B', holds: false }]
  expect(decideGrants(place, fine, wish)).toEqual({ ok: true, people: ['A', 'B'] })
  const mixed = [...fine, { email: 'c', person: null, holds: false }, { email: 'd', person: 'D', holds: true }, { email: 'me', person: 'me', holds: false }]
  expect(decideGrants(place, mixed, wish)).toEqual({ ok: false, refusal: 'not_everybody', about: [{ email: 'c', refusal: 'person_unknown' }, { email: 'd', refusal: 'already_holds' }, { email: 'me', refusal: 'own_role' }] })
  expect(decideGrants({ ...place, tenantFrozen: true }, mixed, wish)).toEqual({ ok: false, refusal: 'tenant_frozen' })
})
test('a group is given what a person may be given there, once', () => {
  expect(decideBind({ ...place, isTheirs: true, isBound: false }, wish)).toEqual({ ok: true })
  expect(decideBind({ ...place, isTheirs: true, isBound: true }, wish)).toEqual({ ok: false, refusal: 'already_bound' })
  expect(decideBind({ ...place, isTheirs: false, isBound: true }, wish)).toEqual({ ok: false, refusal: 'group_not_theirs' })
  expect(decideBind({ ...place, namespaceKnown: false, isTheirs: true, isBound: true }, { ...wish, namespace: 'red' })).toEqual({ ok: false, refusal: 'namespace_unknown' })
})

const held: EndState = { tenantFrozen: false, binding: { role: 'developer', ended: false, byGroup: false }, lastingAdmins: 0 }
const admin = { role: 'tenant_admin', ended: false, byGroup: false }
const ends: [says: string, state: Partial<EndState>, expected: string][] = [
  ['a developer’s', {}, 'ok'],
  ['one that is not there', { binding: null, tenantFrozen: true }, 'not_found'],
  ['one that ended', { binding: { ...admin, ended: true } }, 'already_ended'],
  ['one by a group', { binding: { ...admin, byGroup: true } }, 'held_by_group'],
  ['one by a group, that ended', { binding: { ...admin, ended: true, byGroup: true } }, 'already_ended'],
  ['the last admin’s', { binding: admin }, 'last_admin'],
  ['one of two admins’', { binding: admin, lastingAdmins: 1 }, 'ok'],
  ['in a frozen tenant', { binding: admin, tenantFrozen: true }, 'tenant_frozen'],
]
test.each(ends)('ending: %s', (_says, state, expected) => {
  expect(decideEnd({ ...held, ...state })).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
test.each<[says: string, state: Partial<UnbindState>, expected: string]>([
  ['a group’s', {}, 'ok'], ['one that is not there', { binding: null, tenantFrozen: true }, 'not_found'], ['one that ended', { binding: { ended: true } }, 'already_ended'], ['in a frozen tenant', { tenantFrozen: true, binding: { ended: true } }, 'tenant_frozen'],
])('taking from a group: %s', (_says, state, expected) => {
  expect(decideUnbind({ tenantFrozen: false, binding: { ended: false }, ...state })).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
test('every refusal has a case, and every role', () => {
  const seen = new Set<string>([...grants.map(([, , , , expected]) => expected), ...ends.map(([, , expected]) => expected), 'not_everybody', 'group_not_theirs', 'already_bound', 'group_too_large'])
  expect(Object.keys(memberRefusals).filter((name) => !seen.has(name))).toEqual([])
  expect(grantableRoles).toHaveLength(5)
})
