import { expect, test } from 'vitest'
import type { Trial } from '~/server/policies/decide-trial'
import { sayCame, sayTrial } from './say-trial'

const trial = (flipped: readonly [string, number][], more: Partial<Trial> = {}): Trial => ({
  looked: 10, unread: 0, namespaces: flipped.map(([namespace, times]) => ({ namespace, looked: 5, flipped: times })),
  flips: [{ before: { verdict: 'admit', reason: null, byRule: false }, after: { verdict: 'refuse', reason: 'rule_denies', byRule: false }, times: flipped.reduce((sum, [, times]) => sum + times, 0), examples: [] }], ...more,
})
test('how many, and where most of them are', () => {
  expect(sayTrial(trial([['training', 3], ['serving', 1]]))).toBe('Of the last 10 wishes 4 would have come out otherwise, 3 of them in training.')
  expect(sayTrial(trial([['training', 3], ['serving', 0]]))).toBe('Of the last 10 wishes 3 would have come out otherwise, all of them in training.')
  expect(sayTrial(trial([['training', 1]]))).toBe('Of the last 10 wishes 1 would have come out otherwise.')
})
test('none, nothing to look at, and what cannot be read', () => {
  expect(sayTrial(trial([['training', 0]], { flips: [] }))).toBe('None of the last 10 wishes would have come out otherwise.')
  expect(sayTrial(trial([], { looked: 0, flips: [] }))).toBe('Nothing has been asked for yet.')
  expect(sayTrial(trial([], { looked: 0, unread: 2, flips: [] }))).toBe('Nothing of what was asked for can be read by this version.')
  expect(sayTrial(trial([['training', 2]], { unread: 3 }))).toBe('Of the last 10 wishes 2 would have come out otherwise. 3 more were decided by a version that this one cannot read.')
})
test('what became of a wish is said with its reason', () => expect([sayCame({ verdict: 'hold', reason: 'needs_approval', byRule: true }), sayCame({ verdict: 'admit', reason: null, byRule: false })]).toEqual(['held, by rule (needs_approval)', 'admitted']))
