import { expect, test } from 'vitest'
import { sayNudge } from './say-nudge'

const about = { devices: '9', yeses: 1, pods: 1, namespace: 'training' }
const open = { allocation: 'a', name: 'sweep', state: 'held', class: 'normal', amounts: {}, models: [] } as const
const idle = { allocation: 'i', name: 'bench', gpus: 2 }
test.each([
  [{ nudge: 'fewer_starts', change: { change: 'fewer_devices', resource: 'nvidia.com/gpu', amount: '8', verdict: 'admit' } }, {}, '8 start at once; 9 need an approval.'],
  [{ nudge: 'fewer_starts', change: { change: 'fewer_devices', resource: 'nvidia.com/gpu', amount: '2', verdict: 'admit' } }, { devices: '12', pods: 4, yeses: 2 }, '8 start at once; 12 need 2 approvals.'],
  [{ nudge: 'fewer_starts', change: { change: 'fewer_pods', pods: 1, verdict: 'admit' } }, { pods: 3 }, '1 pod starts at once; 3 need an approval.'],
  [{ nudge: 'same_open', wish: open }, {}, 'The same is waiting for a yes already: sweep.'],
  [{ nudge: 'same_open', wish: { ...open, state: 'waiting' } }, {}, 'The same is waiting for room already: sweep.'],
  [{ nudge: 'idle', idle, gpusInAll: 3 }, {}, '3 GPUs that you may end stand idle in training.'],
  [{ nudge: 'idle', idle, gpusInAll: 1 }, {}, '1 GPU that you may end stands idle in training.'],
  [{ nudge: 'pieces', given: '0', most: 8, minutes: 60 }, {}, 'What one person asks for within 60 minutes is looked at together: another like this needs a yes.'],
] as const)('%j', (nudge, more, says) => { expect(sayNudge(nudge, { ...about, ...more })).toBe(says) })
