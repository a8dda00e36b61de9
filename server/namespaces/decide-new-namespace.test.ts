import { expect, test } from 'vitest'
import { decideNewNamespace } from './decide-new-namespace'

test.each([
  ['a free name', { tenantFrozen: false, titleOfSameName: null }, { ok: true, exists: false }],
  ['the same again', { tenantFrozen: false, titleOfSameName: 'Training' }, { ok: true, exists: true }],
  ['the name of another', { tenantFrozen: false, titleOfSameName: 'Serving' }, { ok: false, refusal: 'name_taken' }],
  ['frozen comes first', { tenantFrozen: true, titleOfSameName: 'Serving' }, { ok: false, refusal: 'tenant_frozen' }],
])('%s', (_says, state, expected) => {
  expect(decideNewNamespace(state, { title: 'Training' })).toEqual(expected)
})
