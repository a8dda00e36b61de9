import { expect, test } from 'vitest'
import { decideOverQuota, isNewsTo, type OverQuota } from './decide-over-quota'

const tried = (times: number, of: Partial<OverQuota> = {}): OverQuota => ({ tenant: 'a', person: 'p', hour: '2026-01-08T10:00Z', times, ...of })
test.each<[string, OverQuota[], [string, string, number][]]>([
  ['no attempt', [], []],
  ['one below: counted, and none', [tried(0)], []],
  ['one', [tried(1)], [['a', '2026-01-08T10:00Z', 1]]],
  ['two', [tried(2)], [['a', '2026-01-08T10:00Z', 2]]],
  ['of two people of one tenant', [tried(1), tried(2, { person: 'q' })], [['a', '2026-01-08T10:00Z', 3]]],
  ['of two tenants', [tried(1), tried(1, { tenant: 'b' })], [['a', '2026-01-08T10:00Z', 1], ['b', '2026-01-08T10:00Z', 1]]],
  ['in two hours', [tried(1), tried(1, { hour: '2026-01-08T11:00Z' })], [['a', '2026-01-08T10:00Z', 1], ['a', '2026-01-08T11:00Z', 1]]],
])('%s', (_says, some, expected) => { expect(decideOverQuota(some).map(({ tenant, hour, times }) => [tenant, hour, times])).toEqual(expected) })
test.each<[string, (string | null)[], boolean]>([
  ['they alone tried', ['admin'], false], ['somebody else did', ['p'], true], ['they and somebody else', ['admin', 'p'], true], ['nobody knows who', [null], true],
])('what is news to an admin: %s', (_says, people, news) => { expect(isNewsTo('admin', { people })).toBe(news) })
