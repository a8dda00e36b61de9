import { expect, test } from 'vitest'
import { decideKnown } from './decide-known'
import { decideSize, type Seen } from './decide-size'

const seen: Seen = { gpus: 8n, pods: 1, samples: 200, mean: 300, most: 450 }
test.each<[string, Partial<Seen>, ReturnType<typeof decideSize>]>([
  ['half of it would have been enough at its most', {}, { says: 'enough', gpus: 4n }],
  ['a part of a GPU is a whole one', { most: 130 }, { says: 'enough', gpus: 2n }],
  ['each pod as many', { gpus: 8n, pods: 2, most: 260 }, { says: 'enough', gpus: 4n }],
  ['a pod keeps one', { gpus: 4n, pods: 4, most: 100 }, { says: 'fits' }],
  ['one GPU is not made less', { gpus: 1n, most: 100 }, { says: 'fits' }],
  ['at its most it used half', { most: 500 }, { says: 'fits' }],
  ['nobody kept what it used at most', { most: null }, { says: 'fits' }],
  ['below a twentieth it is idle, whatever it used once', { mean: 49, most: 900 }, { says: 'idle' }],
  ['and also where that was not kept', { mean: 0, most: null }, { says: 'idle' }],
  ['a twentieth is not idle', { mean: 50, most: 900 }, { says: 'fits' }],
  ['of less than six hours nothing is said', { samples: 35, mean: 0 }, { says: 'fits' }],
  ['of six hours it is', { samples: 36, mean: 0 }, { says: 'idle' }],
])('%s', (_says, more, expected) => { expect(decideSize({ ...seen, ...more })).toEqual(expected) })

test.each<[bigint, bigint, bigint, bigint | null]>([[100n, 100n, 7n, 7n], [100n, 90n, 7n, 7n], [100n, 89n, 7n, null], [100n, 0n, 0n, null], [0n, 0n, 0n, 0n]])(
  'charged %s, measured %s, used %s: %s', (charged, measured, used, expected) => { expect(decideKnown({ charged, measured, used })).toBe(expected) })
