import { expect, test } from 'vitest'
import { amendmentOf } from './amendment'

test('what the form has no field for stays as it was; where it is and what it is called are not said again', () => {
  const wish = { tenant: 'a', namespace: 'red', name: 'run', class: 'normal', pods: 2, each: { 'nvidia.com/gpu': '4' }, models: [], region: null, labels: { 'cost-center': 'new' }, purpose: 'More.', hours: 8, pod: null, claims: [], waits: false }
  const kept = { each: { 'nvidia.com/gpu': '8', cpu: '4', 'example.com/nic': '1' }, labels: { 'cost-center': 'old', team: 'x' } }
  expect(amendmentOf(wish, { allocation: 'id', terms: 't', name: 'run', namespace: 'red', kept })).toEqual({
    tenant: 'a', allocation: 'id', class: 'normal', pods: 2, each: { 'nvidia.com/gpu': '4', 'example.com/nic': '1' }, models: [], region: null, labels: { 'cost-center': 'new', team: 'x' }, purpose: 'More.', hours: 8, waits: false,
  })
})
