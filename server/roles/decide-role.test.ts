import { expect, test } from 'vitest'
import { type Action, specOf } from '~/server/authorization/actions'
import { type ChangeState, type CreateState, decideChange, decideCreate, decideEnd, listOf, rolesMost } from './decide-role'
import { roleRefusals } from './role.refusals'

const wish = (...actions: Action[]) => ({ title: 'Keeper', actions, writes: (action: Action) => specOf(action).effect === 'write' })
const creates: [says: string, state: Partial<CreateState>, actions: Action[], expected: string][] = [
  ['what an admin may do', {}, ['quotas.change', 'quotas.list'], 'ok'],
  ['reading the record', {}, ['audit.list', 'quotas.list'], 'ok'],
  ['reading the record and changing things', {}, ['audit.list', 'quotas.change'], 'operates_and_audits'],
  ['giving roles', {}, ['members.grant'], 'not_composable'],
  ['composing roles', {}, ['roles.change'], 'not_composable'],
  ['what is the platform’s', {}, ['tenants.freeze'], 'not_composable'],
  ['what everybody may for themselves', {}, ['sessions.list'], 'not_composable'],
  ['a title that is taken', { titleTaken: true }, ['quotas.list'], 'title_taken'],
  ['one too many', { roles: rolesMost }, ['quotas.list'], 'too_many_roles'],
  ['what is not composable comes before a taken title', { titleTaken: true }, ['members.grant'], 'not_composable'],
  ['frozen comes before everything', { tenantFrozen: true }, ['members.grant'], 'tenant_frozen'],
]
test.each(creates)('composing: %s', (_says, state, actions, expected) => {
  expect(decideCreate({ tenantFrozen: false, titleTaken: false, roles: 0, ...state }, wish(...actions))).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
const current = { version: '3', title: 'Keeper', actions: ['quotas.list'] }
const changes: [says: string, state: Partial<ChangeState>, actions: Action[], expected: string][] = [
  ['another list', {}, ['quotas.change'], 'ok'],
  ['the same list in another order, with what every role has', {}, ['tenants.read', 'quotas.list'], 'no_change'],
  ['one that is not there', { current: null, tenantFrozen: true }, ['quotas.list'], 'not_found'],
  ['one that changed meanwhile', { current: { ...current, version: '4' } }, ['members.grant'], 'changed_meanwhile'],
  ['a title that is taken', { titleTaken: true }, ['quotas.change'], 'title_taken'],
  ['giving roles', {}, ['members.end'], 'not_composable'],
  ['in a frozen tenant', { tenantFrozen: true, current: { ...current, version: '4' } }, ['quotas.change'], 'tenant_frozen'],
]
test.each(changes)('changing: %s', (_says, state, actions, expected) => {
  expect(decideChange({ tenantFrozen: false, titleTaken: false, current, ...state }, { ...wish(...actions), version: '3' })).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})
test('a role that is there is ended, unless the tenant is frozen', () => {
  expect([decideEnd({ tenantFrozen: false, current }), decideEnd({ tenantFrozen: true, current }), decideEnd({ tenantFrozen: true, current: null })]).toEqual([{ ok: true }, { ok: false, refusal: 'tenant_frozen' }, { ok: false, refusal: 'not_found' }])
})
test('a list is kept sorted, each action once', () => expect(listOf(['quotas.list', 'audit.list', 'quotas.list', 'tenants.watch'])).toEqual(['audit.list', 'quotas.list']))
test('every refusal has a case', () => {
  const seen = new Set([...creates, ...changes].map(([, , , expected]) => expected))
  expect(Object.keys(roleRefusals).filter((name) => !seen.has(name))).toEqual([])
})
