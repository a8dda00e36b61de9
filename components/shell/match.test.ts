import { expect, test } from 'vitest'
import { find, match } from './match'

test.each([
  ['', 'Quotas', 'begins'],
  ['quo', 'Quotas', 'begins'],
  ['QUOTAS', 'Quotas', 'begins'],
  ['ubung', 'Übung', 'begins'],
  ['req aur', 'Requests · aurora', 'words'],
  ['aur req', 'Requests · aurora', null],
  ['gpu', 'nvidia.com/gpu', 'words'],
  ['uota', 'Quotas', 'contains'],
  ['qts', 'Quotas', 'letters'],
  ['stq', 'Quotas', null],
  ['quotas', 'Quota', null],
  ['·', 'Requests · aurora', 'contains'],
  ['a/b', 'a/b', 'begins'],
  ['(', 'Quotas', null],
  ['\u200equotas\u200f', 'Quotas', 'begins'],
  ['\u2068\u200eaurora\u2069 ', 'aurora', 'begins'],
] as const)('%j finds %j: %s', (typed, text, expected) => {
  expect(match(typed, text)).toBe(expected)
})

const all = [{ id: 'a', says: 'Quotas' }, { id: 'b', says: 'Requests', also: 'quota' }, { id: 'c', says: 'Members' }, { id: 'd', says: 'Quotas of old' }]
test.each([
  ['a name before what it is called besides', 'quota', [], 'a d b'],
  ['among equals what was used last', 'quota', ['d'], 'd a b'],
  ['nothing typed: what was used last, then as given', '', ['c', 'b'], 'c b a d'],
  ['what does not answer is not there', 'members', ['a'], 'c'],
])('%s', (_says, typed, recent, ids) => {
  expect(find(all, typed, recent).map(({ entry }) => entry.id).join(' ')).toBe(ids)
})
