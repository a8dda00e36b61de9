import { expect, test } from 'vitest'
import { prepareMeter } from './prepare-meter'

const gpu = (limit: string, used: string, held: string) => prepareMeter({ resource: 'nvidia.com/gpu', limit, used, held })

test.each([
  ['10', '4', '2', '4 used, 2 held, 4 free of 10', 'usual', 40, 20],
  ['10', '6', '2', '6 used, 2 held, 2 free of 10', 'notice', 60, 20],
  ['10', '8', '2', '8 used, 2 held, 0 free of 10', 'danger', 80, 20],
  ['3', '1', '0', '1 used, 0 held, 2 free of 3', 'usual', 33.33, 0],
  ['0', '0', '0', '0 used, 0 held, 0 free of 0', 'usual', 0, 0],
  ['2', '3', '0', '3 used, 0 held, 0 free of 2', 'danger', 100, 0],
] as const)('limit %s, used %s, held %s: %s', (limit, used, held, says, state, taken, promised) => {
  expect(gpu(limit, used, held)).toMatchObject({ says, state, taken, promised })
})

test('the unit is said once; a smaller one is said wherever it is', () => {
  expect(prepareMeter({ resource: 'cpu', limit: '16000', used: '9500', held: '0' }).says).toBe('9.5 used, 0 held, 6.5 free of 16 cores')
  expect(prepareMeter({ resource: 'memory', limit: (2n ** 30n).toString(), used: '1536', held: '0' }).says).toBe('1.5 KiB used, 0 held, 1,048,574.5 KiB free of 1 GiB')
})
test('a small amount of a very large limit is not lost in rounding past the bar', () => {
  expect(gpu('9223372036854775807', '1', '0')).toMatchObject({ taken: 0, state: 'usual' })
})
