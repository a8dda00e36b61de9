import { expect, test } from 'vitest'
import { sayNearest } from './say-nearest'

test.each([
  [{ change: 'fewer_pods', pods: 1, verdict: 'admit' }, 1, 'Request 1 pod', 'starts at once', { pods: '1' }],
  [{ change: 'fewer_devices', resource: 'nvidia.com/gpu', amount: '8', verdict: 'hold' }, 1, 'Request 8', 'needs a yes', { gpus: '8' }],
  [{ change: 'fewer_devices', resource: 'nvidia.com/gpu', amount: '2', verdict: 'admit' }, 4, 'Request 2 per pod', 'starts at once', { gpus: '2' }],
  [{ change: 'shorter', hours: 720, verdict: 'admit' }, 1, '720 hours', 'starts at once', { hours: '720' }],
  [{ change: 'other_class', class: 'low', verdict: 'admit' }, 1, 'Class low', 'starts at once', { class: 'low' }],
  [{ change: 'other_region', region: null, verdict: 'admit' }, 1, 'Any region', 'starts at once', { region: '' }],
  [{ change: 'other_region', region: 'eu-central-1', verdict: 'hold' }, 1, 'Region eu-central-1', 'needs a yes', { region: 'eu-central-1' }],
  [{ change: 'later', verdict: 'hold' }, 1, 'Wait', 'begins when there is room', { waits: 'yes' }],
] as const)('%j of %i pods', (nearest, pods, says, becomes, part) => { expect(sayNearest(nearest, { pods })).toMatchObject({ says, becomes, part }) })
test('a resource that the form has no field for is not offered', () => { expect(sayNearest({ change: 'fewer_devices', resource: 'amd.com/gpu', amount: '1', verdict: 'admit' })).toBeNull() })
