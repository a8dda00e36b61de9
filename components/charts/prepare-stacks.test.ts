import { expect, test } from 'vitest'
import { prepareStacks } from './prepare-stacks'

const hour = 3_600_000
const since = Date.parse('2026-11-22T08:00:00Z')
const asked = { title: 'Records', noun: 'record', since, until: since + 3 * hour, barMs: hour, series: ['done', 'denied'] }

test('each span is there, with nothing where there was nothing; parts stand one upon the other and reach no higher than the top', () => {
  const { stacks, top, sums, sentence } = prepareStacks({ ...asked, bars: [{ at: since, counts: { done: 3, denied: 1 } }, { at: since + 2 * hour, counts: { denied: 2 } }] })
  expect(stacks.map(({ total, counts }) => [total, counts])).toEqual([[4, [3, 1]], [0, [0, 0]], [2, [0, 2]]])
  expect(stacks[0]?.parts).toEqual([{ series: 0, from: 0, to: 3 / top }, { series: 1, from: 3 / top, to: 4 / top }])
  expect(stacks[1]?.parts).toEqual([])
  expect(sums).toEqual([3, 3])
  expect(sentence).toBe('6 records: 3 done, 3 denied. Most: 4, 2026-11-22 08:00 to 2026-11-22 09:00 UTC.')
})
test('one is said as one', () => {
  expect(prepareStacks({ ...asked, bars: [{ at: since, counts: { done: 1 } }] }).sentence).toBe('1 record: 1 done. Most: 1, 2026-11-22 08:00 to 2026-11-22 09:00 UTC.')
})
test('of nothing it is said that there is nothing, and the time is marked all the same', () => {
  const { sentence, times, stacks, top } = prepareStacks({ ...asked, bars: [] })
  expect([sentence, stacks.length, top > 0]).toEqual(['No records in this time.', 3, true])
  expect(times.every(({ share }) => share >= 0 && share <= 1)).toBe(true)
})
test('what began before the range, or a part of a span, is a span of its own', () => {
  expect(prepareStacks({ ...asked, until: since + 2.5 * hour, bars: [] }).stacks).toHaveLength(3)
  expect(prepareStacks({ ...asked, until: since, bars: [] }).stacks).toHaveLength(1)
})
