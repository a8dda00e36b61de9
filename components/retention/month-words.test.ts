import { expect, test } from 'vitest'
import { monthWaits } from '~/server/audit/months/decide-month'
import { monthName, sayBytes, sealWords, stateWords } from './month-words'

test('a month says what it waits for', () => {
  expect(new Set(monthWaits.map((waits) => stateWords({ state: 'waits', waits }).says)).size).toBe(monthWaits.length)
  expect([stateWords({ state: 'waits', waits: null }).says, stateWords({ state: 'kept', waits: null }).says, stateWords({ state: 'taken', waits: 'held' }).says]).toEqual(['Past retention', 'Kept', 'Taken away'])
})
test('a month is called by its name, and its size by the largest unit that it fills', () => {
  expect([monthName('2026-01'), monthName('2025-12')]).toEqual(['January 2026', 'December 2025'])
  expect(['0', '1023', '1024', '1536', '1073741824', '9007199254740991'].map(sayBytes)).toEqual(['0 bytes', '1,023 bytes', '1 KiB', '1.5 KiB', '1 GiB', '8,192 TiB'])
})
test('how far a month is sealed is said of those that have begun', () => {
  expect([sealWords({ state: 'ahead', sealed: false, compared: false }), sealWords({ state: 'kept', sealed: false, compared: false }), sealWords({ state: 'kept', sealed: true, compared: false }), sealWords({ state: 'waits', sealed: true, compared: true })]).toEqual(['', 'As it grows', 'Sealed', 'Sealed and compared'])
})
