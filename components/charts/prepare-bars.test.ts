import { expect, test } from 'vitest'
import { prepareBars } from './prepare-bars'

const bar = (name: string, value: number) => ({ name, value, says: String(value) })
const prepare = (...bars: ReturnType<typeof bar>[]) => prepareBars({ title: 'Tenants', unit: '', bars, sum: String })

test('they stay in their order, from zero', () => {
  const shown = prepare(bar('Soft', 2), bar('Medium', 7), bar('Hard', 0))
  expect(shown.bars.map(({ name }) => name)).toEqual(['Soft', 'Medium', 'Hard'])
  expect(shown).toMatchObject({ title: 'Tenants', top: 8, sentence: 'Most: Medium, 7 of 9.' })
  expect(shown.amounts[0]).toEqual({ at: 0, says: '0' })
})
test('of too many the largest are shown in their order, and the rest is one', () => {
  const shown = prepare(...Array.from({ length: 10 }, (_, at) => bar(`t${at}`, at)))
  expect(shown.bars.map(({ name, says }) => `${name} ${says}`)).toEqual(['t3 3', 't4 4', 't5 5', 't6 6', 't7 7', 't8 8', 't9 9', '3 others 3'])
  expect(shown.sentence).toBe('Most: t9, 9 of 45.')
})
test.each([
  [[], 'There is none yet.'], [[bar('Soft', 0)], 'There is none yet.'], [[bar('Soft', 2), bar('Hard', 2)], 'Most: Soft and Hard, 2 each of 4.'],
  [[bar('a', 1), bar('b', 1), bar('c', 1), bar('d', 1)], '4 have the most, 1 each of 4.'],
])('%j: %s', (bars, says) => expect(prepare(...bars).sentence).toBe(says))
