import { expect, test } from 'vitest'
import { decideTenantRequest, type TenantRequestRefusal, type TenantRequestState, type TenantRequestWish } from './decide-tenant-request'

const usual: TenantRequestState = { organisationKnown: true, tenantFrozen: false, knownRegions: ['eu-a-1', 'eu-b-1'], personKnown: true, nameTaken: false, alreadyAsked: false, open: 0 }
const asked: TenantRequestWish = { isolationLevel: 2, trust: 'external', regions: ['eu-a-1'], compliance: ['gdpr'] }
const cases: [says: string, state: Partial<TenantRequestState>, wish: Partial<TenantRequestWish>, expected: TenantRequestRefusal | 'ok'][] = [
  ['as it must be', {}, {}, 'ok'],
  ['internal and soft', {}, { trust: 'internal', isolationLevel: 1 }, 'ok'],
  ['external and soft', {}, { isolationLevel: 1 }, 'too_weak_for_external'],
  ['external and hard', {}, { isolationLevel: 3 }, 'ok'],
  ['external and of hardware', {}, { isolationLevel: 4 }, 'ok'],
  ['FedRAMP on shared nodes', {}, { trust: 'internal', isolationLevel: 1, compliance: ['fedramp'] }, 'too_weak_for_fedramp'],
  ['FedRAMP on a shared control plane', {}, { isolationLevel: 2, compliance: ['fedramp', 'gdpr'] }, 'too_weak_for_fedramp'],
  ['FedRAMP on clusters of its own', {}, { isolationLevel: 3, compliance: ['fedramp'] }, 'ok'],
  ['both regions are known', {}, { regions: ['eu-a-1', 'eu-b-1'] }, 'ok'],
  ['one of the regions is not', {}, { regions: ['eu-a-1', 'mars-a-1'] }, 'region_unknown'],
  ['no region is known', { knownRegions: [] }, {}, 'region_unknown'],
  ['no such organisation', { organisationKnown: false }, {}, 'organisation_unknown'],
  ['asked through a frozen tenant', { tenantFrozen: true }, {}, 'tenant_frozen'],
  ['its admin is nobody here', { personKnown: false }, {}, 'person_unknown'],
  ['the name is taken', { nameTaken: true }, {}, 'name_taken'],
  ['it was asked for', { alreadyAsked: true }, {}, 'already_asked'],
  ['the twentieth that is open', { open: 19 }, {}, 'ok'],
  ['the next', { open: 20 }, {}, 'too_many_open'],
]
test.each(cases)('%s: %s', (_says, state, wish, expected) => {
  expect(decideTenantRequest({ ...usual, ...state }, { ...asked, ...wish })).toEqual(expected === 'ok' ? { ok: true } : { ok: false, refusal: expected })
})

/** Everything that can be wrong, in the order in which it is told. */
const wrong: [TenantRequestRefusal, Partial<TenantRequestState>, Partial<TenantRequestWish>][] = [
  ['organisation_unknown', { organisationKnown: false }, {}], ['tenant_frozen', { tenantFrozen: true }, {}], ['too_weak_for_external', {}, { isolationLevel: 1 }],
  ['too_weak_for_fedramp', {}, { compliance: ['fedramp'] }], ['region_unknown', { knownRegions: [] }, {}], ['person_unknown', { personKnown: false }, {}],
  ['name_taken', { nameTaken: true }, {}], ['already_asked', { alreadyAsked: true }, {}], ['too_many_open', { open: 99 }, {}],
]
test('of any two that apply, the earlier is told', () => {
  for (const [at, [first, state, wish]] of wrong.entries()) for (const [, other, otherWish] of wrong.slice(at + 1)) {
    expect(decideTenantRequest({ ...usual, ...state, ...other }, { ...asked, ...otherWish, ...wish })).toEqual({ ok: false, refusal: first })
  }
  expect(new Set(cases.map(([, , , expected]) => expected))).toEqual(new Set(['ok', ...wrong.map(([refusal]) => refusal)]))
})
