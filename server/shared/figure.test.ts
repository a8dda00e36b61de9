import { expect, test } from 'vitest'
import { figure } from './figure'

test('a number is read in thousands, with no more behind the point than is asked for, and a whole one to its last digit', () => {
  expect([figure(1_200), figure(0.12345), figure(0.12345, 1), figure(12.5, 0), figure(10n ** 18n + 1n)]).toEqual(['1,200', '0.123', '0.1', '13', '1,000,000,000,000,000,001'])
})
