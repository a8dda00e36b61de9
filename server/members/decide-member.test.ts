import { expect, test } from 'vitest'
import { decideEnd, decideGrant, type EndState, type GrantableRole, grantableRoles, type GrantRefusal, type GrantState, isHeldHere } from './decide-member'
import { memberRefusals } from './member.refusals'

const usual: GrantState = { tenantFrozen: false, namespaceKnown: true, person: 'other', holds: false }
const grants: [says: string, state: Partial<GrantState>, role: GrantableRole, namespace: string | null, expected: GrantRefusal | 'ok'][] = [
  ['a developer of one namespace', {}, 'developer', 'red', 'ok'],
  ['a tenant admin of a namespace', {}, 'tenant_admin', 'red', 'role_not_here'],
  ['a namespace that is not there', { namespaceKnown: false }, 'developer', 'red', 'namespace_unknown'],
  ['nobody', { person: null }, 'auditor', null, 'person_unknown'],
  ['oneself', { person: 'me' }, 'auditor', null, 'own_role'],
  ['what they hold', { holds: true }, 'auditor', null, 'already_holds'],
  ['oneself, what one holds', { person: 'me', holds: true }, 'auditor', null, 'own_role'],
  ['nobody, in no namespace', { person: null, namespaceKnown: false }, 'developer', 'red', 'namespace_unknown'],
  ['a role that is not there, in no namespace', { namespaceKnown: false }, 'auditor', 'red', 'role_not_here'],
  ['frozen comes before everything', { tenantFrozen: true, person: null }, 'auditor', 'red', 'tenant_frozen'],
]
test.each(grants)('granting: %s', (_says, state, role, namespace, expected) => {
  expect(decideGrant({ ...usual, ...state }, { role, namespace, by: 'me' })).toEqual(expected === 'ok' ? { ok: true, person: 'other' } : { ok: false, refusal: expected })
})
test.each<[GrantableRole, boolean, boolean]>([['tenant_admin', true, false], ['namespace_admin', false, true], ['developer', true, true], ['approver', true, false], ['auditor', true, false]])('%s is held in a tenant: %s, in a namespace: %s', (role, inTenant, inNamespace) => {
  expect([isHeldHere(role, null), isHeldHere(role, 'red')]).toEqual([inTenant, inNamespace])
})

const held: EndState = { tenantFrozen: false, binding: { role: 'developer', ended: false }, otherAdmins: 0 }
const admin = { role: 'tenant_admin', ended: false }
const ends: [says: string, state: Partial<EndState>, expected: string][] = [
  ['a developer’s', {}, 'ok'],
  ['one that is not there', { binding: null, tenantFrozen: true }, 'not_found'],
  ['one that ended', { binding: { role: 'tenant_admin', ended: true } }, 'already_ended'],
  ['the last admin’s', { binding: admin }, 'last_admin'],
  ['one of two admins’', { binding: admin, otherAdmins: 1 }, 'ok'],
  ['in a frozen tenant', { binding: admin, tenantFrozen: true }, 'tenant_frozen'],
]
test.each(ends)('ending: %s', (_says, state, expected) => {
  expect(decideEnd({ ...held, ...state })).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
test('every refusal has a case, and every role', () => {
  const seen = new Set<string>([...grants.map(([, , , , expected]) => expected), ...ends.map(([, , expected]) => expected)])
  expect(Object.keys(memberRefusals).filter((name) => !seen.has(name))).toEqual([])
  expect(grantableRoles).toHaveLength(5)
})
