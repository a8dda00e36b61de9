import { expect, test } from 'vitest'
import type { BookPage, WrittenStay } from './decide-book'
import { gapSince, isDue, pagesOf, within } from './decide-book'
import { type Claim, ClaimOf } from './decide-claim'

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 22, 12, minutes)).toISOString()
const evidence = { region: 'eu-west-1', residency: 'eu', jurisdiction: 'gdpr', providerId: null, since: at(0) }
const stay = (from: number, to: number, more: Partial<WrittenStay> = {}): WrittenStay => ({
  work: 'w', allocation: 'w', namespace: 'red', cluster: 'c', node: 'n', gpuMilli: '1000', placed: 'eu-west-1', region: 'eu-west-1', state: 'allowed', reason: null, policy: null, evidence, heardAt: at(to), from: at(from), to: at(to), ...more,
})
const page = (from: number, to: number, stays: WrittenStay[], gaps: [number, number][] = []): BookPage => ({
  from: at(from), to: at(to), previousDigest: null, part: 1, parts: 1, regions: [{ region: 'eu-west-1', jurisdiction: 'eu' }, { region: 'us-east-1', jurisdiction: 'us' }], policies: [{ version: null, body: { jurisdiction: null, allowed: ['*'], prohibited: [] } }], stays, gaps: gaps.map(([one, other]) => ({ from: at(one), to: at(other) })),
})
const away = { evidence: { ...evidence, region: 'us-east-1', residency: 'us' }, placed: 'us-east-1' }
const cases: [says: string, pages: BookPage[], verdict: Claim['verdict'], spans: [from: number, to: number, because: string][]][] = [
  ['always inside', [page(0, 10, [stay(0, 10)]), page(10, 20, [stay(10, 20)])], 'always', []],
  ['it did not run for a while, and was seen not to', [page(0, 10, [stay(0, 5)]), page(10, 20, [stay(15, 20)])], 'always', []],
  ['once outside', [page(0, 20, [stay(0, 8), stay(8, 9, away), stay(9, 20)])], 'not', [[8, 9, 'us-east-1']]],
  ['outside is worse than not provable', [page(0, 15, [stay(0, 8), stay(8, 9, away)])], 'not', [[8, 9, 'us-east-1'], [15, 20, 'not_written']]],
  ['nobody looked', [page(0, 20, [stay(0, 20)], [[3, 5]])], 'not_provable', [[3, 5, 'not_watched']]],
  ['the end was not written', [page(0, 15, [stay(0, 15)])], 'not_provable', [[15, 20, 'not_written']]],
  ['the beginning was not', [page(5, 20, [stay(5, 20)])], 'not_provable', [[0, 5, 'not_written']]],
  ['its node said nothing', [page(0, 20, [stay(0, 20, { evidence: null })])], 'not_provable', [[0, 20, 'no_evidence']]],
  ['on two nodes of which one said nothing, what goes on is one span', [page(0, 10, [stay(0, 10), stay(0, 10, { evidence: null, node: 'm' })]), page(10, 20, [stay(10, 20, { evidence: null, node: 'm' })])], 'not_provable', [[0, 20, 'no_evidence']]],
  ['its node was not heard of', [page(0, 20, [stay(0, 20, { heardAt: at(3) })])], 'not_provable', [[0, 20, 'evidence_old']]],
  ['another’s work is not its own', [page(0, 20, [stay(0, 20, { allocation: 'other', ...away })])], 'not_provable', [[0, 20, 'never_seen']]],
  ['a label that contradicts the inventory', [page(0, 20, [stay(0, 20, { evidence: { ...evidence, region: 'us-east-1', residency: null } })])], 'not', [[0, 20, 'us-east-1']]],
]
test.each(cases)('%s', (_says, pages, verdict, spans) => {
  const claim = new ClaimOf({ allocation: 'w', namespace: null, jurisdiction: 'eu', since: at(0), until: at(20) })
  for (const one of pages) claim.take(one)
  const made = claim.end()
  expect(made.verdict).toBe(verdict)
  expect([...made.outside, ...made.unproven]).toEqual(spans.map(([from, to, because]) => ({ from: at(from), to: at(to), because })))
})

test('a page is due after ten minutes where anything runs, after an hour where nothing does, and at once where somebody asks', () => {
  const due = (minutes: number, stayed: boolean, asked = false) => isDue({ writtenUntil: 0, asked, stayed }, minutes * 60_000)
  expect([due(9.99, true), due(10, true), due(59.99, false), due(60, false), due(0, false, true)]).toEqual([false, true, false, true, true])
})
test('a minute between two looks is none to speak of, and a millisecond more is a gap', () => {
  expect([gapSince(null, 100), gapSince(0, 60_000), gapSince(0, 60_001)]).toEqual([null, null, { from: '1970-01-01T00:00:00.000Z', to: '1970-01-01T00:01:00.001Z' }])
})
test('what is too much for a page goes on in the next part, and nothing is a page, too', () => { expect([pagesOf([1, 2, 3], 2), pagesOf([], 2)]).toEqual([[[1, 2], [3]], [[]]]) })
test('of a span counts what lies in another', () => { expect([within({ from: 'b', to: 'd' }, 'a', 'c'), within({ from: 'b', to: 'c' }, 'c', 'd')]).toEqual([{ from: 'b', to: 'c' }, null]) })
