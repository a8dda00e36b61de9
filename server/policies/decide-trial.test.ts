import { expect, test } from 'vitest'
import { policyFrom } from '~/server/admission/policy'
import type { CreateFacts } from '~/server/allocations/create-allocation'
import { type Came, type Compared, compareUnder, decideTrial, examplesMost } from './decide-trial'

const came = (verdict: Came['verdict'], reason: string | null = null, byRule = false): Came => ({ verdict, reason, byRule })
const past = (namespace: string, name: string, at = '2026-11-02T08:30:00.000Z') => ({ allocation: null, at, facts: { wish: { namespace, name } } as unknown as CreateFacts })
const compared = (namespace: string, name: string, before: Came, after: Came): Compared => ({ past: past(namespace, name), came: { before, after } })

test('what came out the same is counted and not told; what did not is told by from what to what, the most frequent first, with a few examples', () => {
  const many = Array.from({ length: examplesMost + 2 }, (_, at) => compared('a', `many-${at}`, came('admit'), came('refuse', 'denied_by_rule')))
  const told = decideTrial([compared('b', 'held', came('hold', 'needs_approval'), came('hold', 'needs_approval', true)), ...many, compared('b', 'same', came('refuse', 'above_maximum'), came('refuse', 'above_maximum'))])
  expect(told.looked).toBe(many.length + 2)
  expect(told.flips.map(({ before, after, times, examples }) => [before.verdict, after.reason, after.byRule, times, examples.length])).toEqual([['admit', 'denied_by_rule', false, many.length, examplesMost], ['hold', 'needs_approval', true, 1, 1]])
  expect(told.namespaces).toEqual([{ namespace: 'a', looked: many.length, flipped: many.length }, { namespace: 'b', looked: 2, flipped: 1 }])
})
test('another reason for the same verdict is another outcome', () => expect(decideTrial([compared('a', 'one', came('refuse', 'above_maximum'), came('refuse', 'denied_by_rule'))]).flips).toHaveLength(1))
test('facts that cannot be read are counted, and stop nothing', () => {
  const policy = policyFrom([])
  const read = compareUnder({ ...past('a', 'old'), facts: { state: {}, wish: { namespace: 'a', name: 'old' }, now: '' } as unknown as CreateFacts }, policy, policy)
  expect(read.came).toBeNull()
  expect(decideTrial([read, compared('a', 'same', came('admit'), came('admit'))])).toMatchObject({ looked: 1, unread: 1, flips: [], namespaces: [{ namespace: 'a', looked: 1 }] })
})
test('nothing is nothing', () => expect(decideTrial([])).toEqual({ looked: 0, unread: 0, flips: [], namespaces: [] }))
