import { expect, test } from 'vitest'
import { decideEnd, decideGrant, type EndState, type GrantState } from './decide-staff'
import { staffRefusals } from './staff.refusals'

const now = new Date('2026-03-01T12:00:00Z')
const grants: [says: string, state: Partial<GrantState>, role: 'platform_admin' | 'approver' | 'auditor', until: Date | null, expected: string][] = [
  ['an approver', {}, 'approver', null, 'ok'],
  ['an admin who approves', { held: ['approver'] }, 'platform_admin', null, 'ok'],
  ['an auditor', {}, 'auditor', new Date('2026-04-01T00:00:00Z'), 'ok'],
  ['until yesterday', { person: null }, 'auditor', new Date('2026-02-01T00:00:00Z'), 'until_not_possible'],
  ['nobody', { person: null }, 'auditor', null, 'person_unknown'],
  ['oneself', { person: 'me', held: ['platform_admin'] }, 'platform_admin', null, 'own_role'],
  ['what they hold', { held: ['auditor'] }, 'auditor', null, 'already_holds'],
  ['an auditor who approves', { held: ['auditor'] }, 'approver', null, 'operates_and_audits'],
  ['an admin who audits', { held: ['platform_admin'] }, 'auditor', null, 'operates_and_audits'],
]
test.each(grants)('%s', (_says, state, role, until, expected) => {
  expect(decideGrant({ person: 'other', held: [], now, ...state }, { role, until, by: 'me' })).toEqual(expected === 'ok' ? { ok: true, person: 'other' } : { ok: false, refusal: expected })
})
const admin = { role: 'platform_admin', ended: false }
const usual = { madeThem: false, isNew: false, others: 0 }
const ends: [says: string, state: Partial<EndState>, expected: string][] = [
  ['the last admin’s', {}, 'last_admin'], ['one of two admins’', { lastingAdmins: 1 }, 'ok'], ['one’s own, of a new admin', { lastingAdmins: 1, shutOut: null }, 'ok'],
  ['another’s after another’s', { lastingAdmins: 1, shutOut: { ...usual, others: 1 } }, 'second_in_a_day'], ['an auditor’s after an admin’s', { binding: { role: 'auditor', ended: false }, shutOut: { ...usual, others: 1 } }, 'ok'],
  ['by whoever is one since today', { lastingAdmins: 1, shutOut: { ...usual, isNew: true } }, 'admin_lately'], ['of whom they made one today', { lastingAdmins: 1, shutOut: { madeThem: true, isNew: true, others: 1 } }, 'ok'],
  ['of whom they made one, who is the last', { shutOut: { ...usual, madeThem: true } }, 'last_admin'], ['an auditor’s', { binding: { role: 'auditor', ended: false } }, 'ok'],
  ['one that is not there', { binding: null }, 'not_found'], ['one that ended', { binding: { ...admin, ended: true } }, 'already_ended'],
]
test.each(ends)('ending %s', (_says, state, expected) => {
  expect(decideEnd({ binding: admin, lastingAdmins: 0, shutOut: usual, ...state })).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
test('every refusal has a case', () => {
  const seen = new Set<string>([...grants.map(([, , , , expected]) => expected), ...ends.map(([, , expected]) => expected)])
  expect(Object.keys(staffRefusals).filter((name) => !seen.has(name))).toEqual([])
})
