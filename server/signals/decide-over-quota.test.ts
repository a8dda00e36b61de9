import { expect, test } from 'vitest'
import { decideOverQuota, isNewsTo, type OverQuota } from './decide-over-quota'

const tried = (of: Partial<OverQuota> = {}): OverQuota => ({ tenant: 'a', person: 'p', hour: '2026-01-08T10:00Z', ...of })
test.each<[string, OverQuota[], [string, string, string[]][]]>([
  ['no attempt', [], []],
  ['one', [tried()], [['a', '2026-01-08T10:00Z', ['p']]]],
  ['of two people of one tenant', [tried(), tried({ person: 'q' })], [['a', '2026-01-08T10:00Z', ['p', 'q']]]],
  ['of two tenants', [tried(), tried({ tenant: 'b' })], [['a', '2026-01-08T10:00Z', ['p']], ['b', '2026-01-08T10:00Z', ['p']]]],
  ['in two hours', [tried(), tried({ hour: '2026-01-08T11:00Z' })], [['a', '2026-01-08T10:00Z', ['p']], ['a', '2026-01-08T11:00Z', ['p']]]],
])('%s', (_says, some, expected) => { expect(decideOverQuota(some).map(({ tenant, hour, people }) => [tenant, hour, people])).toEqual(expected) })
test.each<[string, (string | null)[], boolean]>([
  ['they alone tried', ['admin'], false], ['somebody else did', ['p'], true], ['they and somebody else', ['admin', 'p'], true], ['nobody knows who', [null], true],
])('what is news to an admin: %s', (_says, people, news) => { expect(isNewsTo('admin', { people })).toBe(news) })
