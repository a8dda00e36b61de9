import { expect, test } from 'vitest'
import { sayCells, sayGpus } from './residency-words'

test.each([
  [[{ works: 0, prohibited: 0, unknown: 2, excepted: 0 }], 'Of 2 pieces of work nobody knows where they are.'],
  [[], 'Nothing runs that was seen.'], [[{ works: 2, prohibited: 0, unknown: 0, excepted: 0 }], 'All that runs is where it may be: 2 pieces of work.'],
  [[{ works: 2, prohibited: 1, unknown: 0, excepted: 0 }, { works: 1, prohibited: 0, unknown: 1, excepted: 0 }], '1 piece of work runs where it may not. Of 1 piece of work nobody knows where it is.'],
  [[{ works: 1, prohibited: 0, unknown: 0, excepted: 1 }], '1 piece of work is left by an exception where it may not run.'],
])('%j: %s', (cells, says) => { expect(sayCells(cells)).toBe(says) })
test('GPUs are counted as they are', () => { expect(['1000', '2500', '0'].map(sayGpus)).toEqual(['1 GPU', '2.5 GPUs', '0 GPUs']) })
