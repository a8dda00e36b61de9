import { expect, test } from 'vitest'
import { decideCells, type RegionSeen, type Used } from './decide-cells'

const regions: RegionSeen[] = [{ region: 'eu-1', jurisdiction: 'eu', nodes: 2, shown: 2 }, { region: 'us-1', jurisdiction: 'us', nodes: 1, shown: 1 }]
const residency = { jurisdiction: 'eu', allowed: ['eu-1'], prohibited: [] } as unknown as Parameters<typeof decideCells>[0]
const one = (part: Partial<Used>): Used => ({ region: 'eu-1', placed: 'eu-1', work: 'a', state: 'allowed', excepted: false, gpuMilli: 1000n, ...part })
const cells = (...used: Used[]) => decideCells(residency, regions, used).map(({ region, works, gpuMilli, prohibited, unknown }) => ({ region, works, gpuMilli, prohibited, unknown }))

test('work of which nobody knows where it is runs nowhere, and is told where it was placed', () => {
  expect(cells(one({}), one({ work: 'b', region: null, state: 'unknown' }), one({ work: 'c', region: 'us-1', placed: 'eu-1', state: 'prohibited' }))).toEqual([
    { region: 'eu-1', works: 1, gpuMilli: '1000', prohibited: 0, unknown: 1 }, { region: 'us-1', works: 1, gpuMilli: '1000', prohibited: 1, unknown: 0 },
  ])
})
