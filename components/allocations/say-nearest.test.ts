import { expect, test } from 'vitest'
import { sayNearest } from './say-nearest'

test.each([
  [{ change: 'fewer_pods', pods: 1, verdict: 'admit' }, '1 pod', 'admitted', { pods: '1' }],
  [{ change: 'fewer_devices', resource: 'nvidia.com/gpu', amount: '8', verdict: 'hold' }, '8 GPUs per pod', 'held', { gpus: '8' }],
  [{ change: 'shorter', hours: 720, verdict: 'admit' }, '720 hours', 'admitted', { hours: '720' }],
  [{ change: 'other_class', class: 'low', verdict: 'admit' }, 'Class low', 'admitted', { class: 'low' }],
  [{ change: 'other_region', region: null, verdict: 'admit' }, 'Any region', 'admitted', { region: '' }],
  [{ change: 'other_region', region: 'eu-central-1', verdict: 'hold' }, 'Region eu-central-1', 'held', { region: 'eu-central-1' }],
  [{ change: 'later', verdict: 'hold' }, 'Wait', 'begun when there is room', { waits: 'yes' }],
] as const)('%j', (nearest, says, becomes, part) => { expect(sayNearest(nearest)).toMatchObject({ says, becomes, part }) })
test('a resource that the form has no field for is not offered', () => { expect(sayNearest({ change: 'fewer_devices', resource: 'amd.com/gpu', amount: '1', verdict: 'admit' })).toBeNull() })
