import { expect, test } from 'vitest'
import { decideDisable, decideEnable, decideReset, type DisableState, type ResetState } from './decide-person'
import { personRefusals } from './person.refusals'

const other = { id: 'other', disabled: false }
const usual = { madeThem: false, isNew: false, others: 0 }
const disables: [says: string, state: Partial<DisableState>, expected: string][] = [
  ['somebody', {}, 'ok'], ['nobody', { person: null }, 'not_found'], ['oneself', { person: { id: 'me', disabled: false } }, 'own_account'], ['who is out', { person: { ...other, disabled: true } }, 'already_disabled'],
  ['the last admin', { isAdmin: true }, 'last_admin'], ['one of two admins', { isAdmin: true, lastingAdmins: 1 }, 'ok'],
  ['an admin after another', { isAdmin: true, lastingAdmins: 1, shutOut: { ...usual, others: 1 } }, 'second_in_a_day'], ['somebody after an admin', { shutOut: { ...usual, others: 1 } }, 'ok'],
  ['an admin, by one of today', { isAdmin: true, lastingAdmins: 1, shutOut: { ...usual, isNew: true } }, 'admin_lately'],
]
test.each(disables)('keeping out %s', (_says, state, expected) => {
  expect(decideDisable({ person: other, isAdmin: false, lastingAdmins: 0, shutOut: usual, ...state }, 'me')).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
test('who is out is let in', () => expect([decideEnable({ disabled: true }), decideEnable({ disabled: false }), decideEnable(null)]).toEqual([{ ok: true }, { ok: false, refusal: 'not_disabled' }, { ok: false, refusal: 'not_found' }]))
const heldIn = (tenant: string | null, role: string, namespace: string | null = null) => ({ role, tenant, namespace })
const resets: [says: string, state: Partial<ResetState>, expected: string][] = [
  ['somebody’s', {}, 'ok'], ['a developer’s', { roles: [heldIn('a', 'developer'), heldIn('a', 'namespace_admin', 'red'), heldIn('a', 'custom', 'red')] }, 'ok'], ['nobody’s', { person: null }, 'not_found'], ['one’s own', { person: { id: 'me', disabled: false } }, 'own_account'],
  ['of who is out', { person: { ...other, disabled: true } }, 'is_disabled'], ['of who has none', { hasPassword: false }, 'no_password'],
  ['a tenant auditor’s', { roles: [heldIn('a', 'developer'), heldIn('b', 'auditor')] }, 'second_person_needed'],
  ['a platform auditor’s', { roles: [heldIn(null, 'auditor')] }, 'second_person_needed'], ['a tenant admin’s', { roles: [heldIn('a', 'tenant_admin')] }, 'second_person_needed'], ['an approver’s', { roles: [heldIn('a', 'approver')] }, 'second_person_needed'],
  ['of who holds in all of a tenant what it composed', { roles: [heldIn('a', 'custom')] }, 'second_person_needed'],
]
test.each(resets)('resetting the password %s', (_says, state, expected) => {
  expect(decideReset({ person: other, hasPassword: true, roles: [], ...state }, 'me')).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
test('every refusal has a case', () => {
  const seen = new Set<string>([...disables, ...resets].map(([, , expected]) => expected)).add('not_disabled')
  expect(Object.keys(personRefusals).filter((name) => !seen.has(name))).toEqual([])
})
