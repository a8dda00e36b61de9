import { expect, test } from 'vitest'
import { sayChanged, sayDeed, sayFollows, sayLeft, sayLine, sayWaiting, sayWrong } from './say-draft'

const line = { namespace: 'training', resource: 'cpu', from: '16000', to: '24000', version: '3', lowers: null }
const told = { ...line, atOnce: null, used: '0', held: '0', refusal: null, least: '4000', most: '20000' }
test('a draft says every line that is signed', () => {
  expect(sayDeed('aurora', [line])).toBe('Change 1 quota of aurora. training: cpu 16 cores → 24 cores.')
  expect(sayDeed('aurora', [line, { ...line, namespace: 'serving', to: '8000' }])).toBe('Change 2 quotas of aurora. training: cpu 16 cores → 24 cores; serving: cpu 16 cores → 8 cores.')
})
test('what waits to be freed says so, and from when', () => {
  const at = '2026-12-01T09:00:00.000Z'
  expect([{ at: null }, { at }].map((lowers) => sayLine({ ...line, to: '8000', lowers }))).toEqual(['training: cpu 16 cores → 8 cores as it is freed', 'training: cpu 16 cores → 8 cores from 2026-12-01 09:00:00 UTC, as it is freed'])
  expect(sayLine({ ...line, to: line.from })).toBe('training: cpu stays 16 cores')
  expect(sayChanged({ ...line, to: '12000', lowers: { to: '8000', at: null } })).toBe('training: cpu 16 cores → 8 cores as it is freed')
  expect(sayFollows({ ...told, to: '8000', atOnce: '12000' }, { at: null })).toBe('12 cores at once. Nothing new takes more than 8 cores, and what ends goes back to the tenant.')
  expect(sayFollows({ ...told, to: '8000', atOnce: '8000' }, { at: null })).toBe('8 cores would be free there.')
  expect(sayFollows({ ...told, to: '8000', atOnce: '16000' }, { at })).toBe('16 cores until then.')
})
test('what the tenant has left is said before and after', () => {
  expect(sayLeft({ resource: 'cpu', before: '12000', after: '4000' })).toBe('cpu: 12 cores left to give → 4 cores.')
  expect(sayLeft({ resource: 'cpu', before: '12000', after: '12000' })).toBe('cpu: 12 cores left to give, as before.')
  expect(sayLeft({ resource: 'cpu', before: '0', after: '-8000' })).toBe('cpu: 0 cores left to give → 8 cores too little.')
})
test.each([
  [null, null], ['changed_meanwhile', null], ['below_current_use', 'More is in use or held than the new limit allows. At least 4 cores.'], ['above_tenant_share', 'The tenant has not that much left to give. At most 20 cores.'], ['not_found', 'There is no such quota. Check the namespace and the resource.'],
] as const)('a line that is refused as %s says: %s', (refusal, says) => expect(sayWrong({ ...told, refusal })).toBe(says))
test('who waits is told apart: room now, none any more, none still and why', () => {
  const waits = (name: string, hadRoom: boolean, hasRoom: boolean, lacks: { level: string; resource: string }[] = []) => ({ allocation: name, name, namespace: 'training', hadRoom, hasRoom, lacks })
  expect(sayWaiting(null)).toEqual([])
  expect(sayWaiting([waits('a', false, true), waits('b', true, true), waits('c', true, false), waits('d', false, false, [{ level: 'tenant', resource: 'cpu' }])])).toEqual([
    'Room for a, waiting: a turn when the organisation and a node have it, too.', 'No room any more for c, waiting.', 'd would go on waiting for cpu of the tenant.',
  ])
  expect(sayWaiting(['a', 'b', 'c', 'd'].map((name) => waits(name, false, false)))).toEqual(['a, b and 2 others would go on waiting: others come first.'])
})
