import { expect, test } from 'vitest'
import { isOld } from './decide-old'

const from = new Date('2026-01-01T00:00:00Z')
const at = (days: number) => new Date(from.getTime() + days * 86_400_000)

test.each([[79.9, false], [80, true], [80.1, true], [100, true], [101, true], [-1, false]])('of a hundred days of a certificate %d are over: old is %s', (days, old) => {
  expect(isOld({ from, until: at(100) }, at(days))).toBe(old)
})
