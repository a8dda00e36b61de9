import { expect, test } from 'vitest'
import { decideKnown } from './decide-known'
import { decideSize, leastOf, type Seen } from './decide-size'

const seen: Seen = { gpus: 8n, pods: 1, samples: 200, mean: 300, podMost: 3_600n }
test.each<[string, Partial<Seen>, ReturnType<typeof decideSize>]>([
  ['half of it would have been enough at its most', {}, { says: 'enough', gpus: 4n }],
  ['a part of a GPU is a whole one', { podMost: 1_040n }, { says: 'enough', gpus: 2n }],
  ['each pod as many as the one that needs most', { gpus: 16n, pods: 2, podMost: 3_001n }, { says: 'enough', gpus: 8n }],
  ['one of its pods used half of what it has', { gpus: 16n, pods: 2, podMost: 4_000n }, { says: 'fits' }],
  ['a pod keeps one', { gpus: 4n, pods: 4, podMost: 100n }, { says: 'fits' }],
  ['one GPU is not made less', { gpus: 1n, podMost: 100n }, { says: 'fits' }],
  ['at its most it used half', { podMost: 4_000n }, { says: 'fits' }],
  ['nobody kept what it used at most', { podMost: null }, { says: 'fits' }],
  ['below a twentieth it is idle, whatever it used once', { mean: 49, podMost: 7_200n }, { says: 'idle' }],
  ['and also where that was not kept', { mean: 0, podMost: null }, { says: 'idle' }],
  ['a twentieth is not idle', { mean: 50, podMost: 7_200n }, { says: 'fits' }],
  ['of less than six hours nothing is said', { samples: 35, mean: 0 }, { says: 'fits' }],
  ['of six hours it is', { samples: 36, mean: 0 }, { says: 'idle' }],
])('%s', (_says, more, expected) => { expect(decideSize({ ...seen, ...more })).toEqual(expected) })

test.each<[bigint, bigint]>([[0n, 1n], [1n, 1n], [1_000n, 1n], [1_001n, 2n], [2_000n, 2n], [7_999n, 8n]])('a pod that used %s thousandths of a GPU needs %s', (podMost, needs) => { expect(leastOf(podMost)).toBe(needs) })

test.each<[bigint, bigint, bigint, bigint | null]>([[100n, 100n, 7n, 7n], [100n, 90n, 7n, 7n], [100n, 89n, 7n, null], [100n, 0n, 0n, null], [0n, 0n, 0n, 0n]])(
  'charged %s, measured %s, used %s: %s', (charged, measured, used, expected) => { expect(decideKnown({ charged, measured, used })).toBe(expected) })
