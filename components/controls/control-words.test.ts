import { expect, test } from 'vitest'
import { sayOutcome, sayStates } from './control-words'

test('what is violated is said first, and what there is none of is not said', () => {
  expect([sayStates(['proven', 'violated', 'unknown', 'proven']), sayStates(['proven']), sayStates([])]).toEqual(['1 violated, 1 unknown, 2 proven', '1 proven', ''])
})
test('how an act came out is said in words, whoever said no', () => {
  expect(['done', '42501', 'step_up_required'].map(sayOutcome)).toEqual(['done', 'refused, the database gives no right to it', 'refused, step up required'])
})
