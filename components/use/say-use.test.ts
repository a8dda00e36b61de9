import { expect, test } from 'vitest'
import { sayUse, sayWhose } from './say-use'

const sums = { gpuCharged: '12000000', gpuMeasured: '6000000', gpuUsed: '3000000', cpuCharged: '0', cpuMeasured: '0', cpuUsed: '0', memoryCharged: '0', memoryMeasured: '0', memoryUsed: '0' }
const buckets = [{ from: '', to: '', slots: 6 }]
const spent = { currency: 'EUR', floor: null, lines: [], isolation: { level: 1, factor: '1' }, total: '5000.00', unpriced: [] } as const
test.each<[Parameters<typeof sayUse>[0], string]>([
  [{ buckets, total: { sums, spent } }, 'In the last 7 days acme was charged 2,000 GPU hours and used 50 % of what was measured. At the prices of now: EUR 5,000.00.'],
  [{ buckets, total: { sums: { ...sums, gpuMeasured: '0', gpuUsed: '0' }, spent: null } }, 'In the last 7 days acme was charged 2,000 GPU hours, and nobody knows how much of that it used.'],
  [{ buckets, total: { sums: { ...sums, gpuCharged: '0', gpuMeasured: '0', gpuUsed: '0' }, spent: null } }, 'In the last 7 days acme was charged 0 GPU hours.'],
  [{ buckets: [{ from: '', to: '', slots: 0 }], total: { sums, spent } }, 'What acme was charged in the last 7 days is not known: nobody looked.'],
])('%#: %s', (read, says) => { expect(sayUse(read, 'acme', 'the last 7 days')).toBe(says) })
test.each<[Parameters<typeof sayWhose>[0], string | null, string]>([
  ['*', null, 'Aurora'], ['*', 'red', 'red'], [['red'], null, 'red'], [['red', 'blue'], null, 'what you reach of Aurora'], [['red', 'blue'], 'blue', 'blue'],
])('%#: what is said of a part is not said of the whole', (reach, namespace, says) => { expect(sayWhose(reach, namespace, 'Aurora')).toBe(says) })
