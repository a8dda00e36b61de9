import { expect, test } from 'vitest'
import { type Changeable, previewChange } from './preview-change'

const gpu: Changeable = { namespace: 'training', resource: 'nvidia.com/gpu', limit: '4', used: '2', held: '1', version: '7', unshared: '8', lowers: null, tenantFrozen: false }

test('what would follow is said before anybody asks', () => {
  expect(previewChange(gpu, '6')).toEqual({ ok: true, limit: '6', change: '4 → 6', says: '3 would be free in training. The tenant would have 6 left to give.' })
})
test.each([
  [gpu, '2', 'below_current_use', 'More is in use or held than the new limit allows. At least 3.'],
  [gpu, '13', 'above_tenant_share', 'The tenant has not that much left to give. At most 12.'],
  [gpu, '4', 'no_change', 'The limit is already that. Nothing to do.'],
  [{ ...gpu, tenantFrozen: true }, '6', 'tenant_frozen', 'The tenant is frozen: nothing in it can be changed. Ask a platform admin to thaw it. Where its personal data was erased it is frozen for good.'],
  [gpu, '', 'not_a_number', 'Write a whole number, such as 6.'],
  [gpu, '6.5', 'not_a_number', 'Write a whole number, such as 6.'],
  [gpu, '1,016', 'not_a_number', 'Write it without a comma; decimals have a point.'],
  [{ ...gpu, resource: 'cpu' }, 'much', 'not_a_number', 'Write a number of cores, such as 16.'],
])('%o to "%s": %s', (quota, typed, refusal, says) => expect(previewChange(quota, typed)).toEqual({ ok: false, refusal, says }))
test('the bounds pass', () => {
  expect(previewChange(gpu, '3').ok).toBe(true)
  expect(previewChange(gpu, '12').ok).toBe(true)
})
