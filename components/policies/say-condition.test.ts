import { expect, test } from 'vitest'
import type { WishTried } from '~/server/policies/try-condition'
import { sayCameTo, sayConditionTried, sayEnforceable } from './say-condition'

const wish = (came: WishTried['came']): WishTried => ({ allocation: null, namespace: 'red', name: 'a', at: '2026-11-21T12:00:00.000Z', came })
const [yes, no, ended] = [wish({ ok: true, value: true }), wish({ ok: true, value: false }), wish({ ok: false, refusal: 'out_of_time', says: null })]
const can = { ok: true, cost: 14, costMost: 50_000 } as const
const cannot = { ok: false, refusal: 'too_costly', says: 'At its worst it costs 60000 units; a rule may cost 50000.' } as const
const unreadable = { ok: false, refusal: 'not_cel', says: 'It is not CEL: x.' } as const

test('what a condition came to is told with what is not known of it', () => {
  const told = (tried: WishTried[], left = 0, unread = 0) => sayConditionTried({ enforceable: can, tried, left, unread })
  expect(told([yes, yes, no])).toBe('Of the latest 3 wishes it is true of 2 and false of 1.')
  expect(told([yes, ended], 6, 1)).toBe('Of the latest 2 wishes it is true of 1 and false of 0; of 1 it is not known. The time was up before 6 more could be tried. 1 more were decided by a version that this one cannot read.')
  expect(told([])).toBe('Nothing has been asked for yet that it could be tried on.')
  expect(sayConditionTried({ enforceable: unreadable, tried: [], left: 0, unread: 0 })).toBe('It was not tried.')
})
test('whether it could be enforced is told with its cost, or why not', () => {
  expect(sayEnforceable(can)).toEqual({ tone: 'ok', word: 'Can be enforced', says: 'At its worst it costs 14 units; a rule may cost 50,000.' })
  expect(sayEnforceable(cannot)).toMatchObject({ word: 'Cannot be enforced', says: 'The rule cannot be shown to be cheap, so it cannot be enforced. It can be tried. At its worst it costs 60000 units; a rule may cost 50000. Go through fewer lists within lists.' })
  expect(sayEnforceable(unreadable)).toMatchObject({ tone: 'danger', word: 'Cannot be read' })
})
test('why it is not known is said in words', () => {
  expect([yes, no, ended, wish({ ok: false, refusal: 'not_evaluated', says: 'field not found: nothing' })].map(({ came }) => sayCameTo(came))).toEqual(['true', 'false', 'The rule did not finish in a tenth of a second, and was stopped.', 'The rule could not be evaluated. It says: field not found: nothing.'])
})
