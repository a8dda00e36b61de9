import { expect, test } from 'vitest'
import type { UseRead } from '~/server/use/read-use'
import { prepareParts, prepareUse } from './prepare-use'

const hour = (at: number) => new Date(Date.UTC(2026, 10, 22, at)).toISOString()
const none = { gpuCharged: '0', gpuMeasured: '0', gpuUsed: '0', cpuCharged: '0', cpuMeasured: '0', cpuUsed: '0', memoryCharged: '0', memoryMeasured: '0', memoryUsed: '0' }
const line = (at: number, key: string | null, charged: number, measured = charged, used = 0) => ({ ...none, at, key, gpuCharged: String(charged), gpuMeasured: String(measured), gpuUsed: String(used), memoryCharged: String(2 ** 30 * charged), memoryMeasured: String(2 ** 30 * measured), memoryUsed: String(2 ** 30 * used) })
const readOf = (slots: number[], over: UseRead['over'], keys: (string | null)[] = [...new Set(over.map(({ key }) => key))]): UseRead => ({
  reach: '*', buckets: slots.map((many, at) => ({ from: hour(at), to: hour(at + 1), slots: many })), over, total: { sums: none, spent: null },
  parts: keys.map((key) => ({ key, name: key, spent: null, sums: { ...none, gpuCharged: String(over.filter((one) => one.key === key).reduce((all, one) => all + Number(one.gpuCharged), 0)) } })),
})
const cells = (prepared: ReturnType<typeof prepareUse>) => [...prepared.numbers.rows].reverse().map(([, ...figures]) => figures.join(' '))

test('what was charged is a mean of the time in which somebody looked; where nobody did there is a gap, and a gap is not nothing', () => {
  const prepared = prepareUse(readOf([6, 0, 3, 6], [line(0, 'red', 24_000, 24_000, 6_000), line(2, 'red', 12_000, 12_000, 3_000)]), 'gpu')
  expect(cells(prepared)).toEqual(['4 1 100 %', '— — —', '4 1 100 %', '0 0 —'])
  expect(prepared.shown.corners.filter(({ at }) => at === Date.parse(hour(1)) || at === Date.parse(hour(2))).map(({ values }) => values)).toEqual([[4, 1], [null, null], [null, null], [4, 1]])
  expect(prepared.shown.sentence).toBe('2.4 GPUs were charged on average, 4 at most. Of what was charged 100 % was measured, and of that 25 % was used. Where there is a gap nobody looked.')
})
test('a column of figures says what they are of', () => {
  expect((['gpu', 'cpu', 'memory'] as const).map((of) => prepareUse(readOf([6], []), of).numbers.columns[1])).toEqual(['Charged, GPUs', 'Charged, cores', 'Charged, GiB'])
})
test('where less than nine tenths were measured nobody knows what was used', () => {
  const prepared = prepareUse(readOf([6, 6], [line(0, 'red', 6_000, 5_400, 600), line(1, 'red', 6_000, 5_399, 600)]), 'gpu')
  expect(cells(prepared)).toEqual(['1 0.1 90 %', '1 — 89.9 %'])
  expect(prepared.shown.sentence).toMatch(/^1 GPU was charged on average, 1 at most\./)
})
test('of memory it is said that nobody measures it', () => {
  const prepared = prepareUse(readOf([6, 6], [line(0, 'red', 12, 12, 3), line(1, 'red', 12, 0)]), 'memory')
  expect(cells(prepared)).toEqual(['2 0.5 100 %', '2 — 0 %'])
  expect(prepared.shown.sentence).toBe('2 GiB were charged on average, 2 at most. Of what was charged 50 % was measured, and of that 25 % was used.')
})
test('of a time in which nobody looked nothing is said to be known, and of nothing that it is nothing', () => {
  expect(prepareUse(readOf([0, 0], []), 'gpu').shown.sentence).toBe('Nobody looked in this time: what was charged is not known.')
  expect(prepareUse(readOf([6], []), 'gpu').shown.sentence).toBe('Nothing was charged.')
})
test('each has its line in the order of what it was charged, and the rest is one', () => {
  const read = readOf([6, 6], [line(0, 'red', 60_000), line(1, 'red', 60_000), line(1, 'green', 6_000), line(0, null, 12_000)], ['red', 'green', null])
  const { shown, numbers } = prepareParts(read, 'GPUs by namespace', (key) => key ?? 'Others')
  expect([numbers.columns, shown.sentence]).toEqual([['From', 'red', 'green', 'Others'], 'Most: red, 86.9 % of all.'])
  expect([...numbers.rows].reverse().map(([, ...figures]) => figures.join(' '))).toEqual(['10 0 2', '10 1 0'])
})
