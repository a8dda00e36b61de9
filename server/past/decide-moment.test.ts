import { expect, test } from 'vitest'
import { decideMoment, parseMoment } from './decide-moment'
import { momentRefusals } from './moment.refusals'

const kept = { now: '2026-11-22T12:00:00.000500Z', since: '2026-11-20T08:00:00.000100Z' }
test.each([
  ['2026-11-21T14:00Z', '2026-11-21T14:00:00.000000Z'],
  ['2026-11-21T14:00:59Z', '2026-11-21T14:00:59.000000Z'],
  ['2026-11-21T14:00:59.5Z', '2026-11-21T14:00:59.500000Z'],
  ['2026-11-21T14:00:59.123456Z', '2026-11-21T14:00:59.123456Z'],
  ['2024-02-29T00:00Z', '2024-02-29T00:00:00.000000Z'],
])('%s is the moment %s', (text, moment) => { expect(parseMoment(text)).toBe(moment) })
test.each([
  '', '2026', '2026-11-21', '2026-11-21T14:00', '2026-11-21 14:00Z', '2026-11-21T14:00+01:00', '2026-11-21t14:00z', '2026-11-21T24:00Z', '2026-11-21T14:60Z', '2026-02-30T14:00Z', '2025-02-29T14:00Z', '2026-13-01T14:00Z',
  '2026-00-10T14:00Z', '2026-11-21T14:00:00.1234567Z', ' 2026-11-21T14:00Z', '2026-11-21T14:00Z ', '1999-11-21T14:00Z', '2026-11-21T14:00:00.Z', 'now', '٢٠٢٦-11-21T14:00Z',
])('%j is none', (text) => { expect(parseMoment(text)).toBeNull() })

test.each([
  ['2026-11-22T12:00:00.0005Z', 'this very moment', null],
  ['2026-11-22T12:00:00.000501Z', 'a microsecond later', 'not_yet'],
  ['2026-11-20T08:00:00.0001Z', 'where history begins', null],
  ['2026-11-20T08:00:00.000099Z', 'a microsecond before', 'before_history'],
  ['2026-11-21T08:00Z', 'between them', null],
  ['2030-02-30T08:00Z', 'no moment, and later than now', 'malformed'],
])('%s, %s, is answered %s', (text, _, refusal) => {
  const decided = decideMoment(text, kept)
  expect(decided.ok ? null : decided.refusal).toBe(refusal)
})
test('each refusal has a sentence and a remedy', () => { for (const { says, fix } of Object.values(momentRefusals)) expect([says, fix].join(' ')).toMatch(/\. .*\.$/) })
