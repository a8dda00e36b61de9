import { expect, test } from 'vitest'
import { decideLater } from './decide-later'

test.each([['1', '2026-11-21T13:00:00.000Z'], [' 24 ', '2026-11-22T12:00:00.000Z'], ['0', null], ['-1', null], ['1.5', null], ['', null], ['soon', null], ['100000', null]])('%j hours after noon is %s', (typed, end) => {
  expect(decideLater('2026-11-21T12:00:00.000Z', typed)).toBe(end)
})
