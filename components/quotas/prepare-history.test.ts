import { expect, test } from 'vitest'
import { prepareHistory } from './prepare-history'

const [first, second, now] = ['2026-01-01T00:00:00.000000Z', '2026-03-03T10:00:00.000000Z', '2026-11-21T12:00:00.000Z']

test('a limit is drawn in the unit people think in, and said exactly', () => {
  const { shown, numbers } = prepareHistory('memory', [
    { version: '2', limit: '137438953472', from: second, to: null, setBy: 'Ada Aurora' }, { version: '1', limit: '68719476737', from: first, to: second, setBy: null },
  ], now)
  expect(shown).toMatchObject({ title: 'History of memory, in GiB', top: 150, sentence: 'Raised from 68,719,476,737 B to 128 GiB on 3 March.' })
  expect(shown.corners.at(-1)).toEqual({ at: Date.parse(now), values: [128] })
  expect(numbers.rows).toEqual([['2', '128 GiB', '2026-03-03 10:00:00 UTC', '', 'Ada Aurora'], ['1', '68,719,476,737 B', '2026-01-01 00:00:00 UTC', '2026-03-03 10:00:00 UTC', '']])
})
test('a count has no unit; a history of nothing is no fault', () => {
  expect(prepareHistory('nvidia.com/gpu', [{ version: '1', limit: '6', from: first, to: null, setBy: 'Ada' }], now).shown).toMatchObject({ title: 'History of nvidia.com/gpu', sentence: '6 since 1 January.' })
  expect(prepareHistory('cpu', [], now)).toMatchObject({ shown: { corners: [], sentence: 'Nothing is known yet.' }, numbers: { rows: [] } })
})
