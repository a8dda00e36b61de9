import { expect, test } from 'vitest'
import { sayDecision } from './say-decision'

test.each([
  ['allocations.create', 'hold', null, 'Asked: Held'], ['allocations.create', 'admit', null, 'Asked: Admitted'], ['allocations.shrink', 'refuse', null, 'Made smaller: Refused'],
  ['allocations.answer', 'admit', 'yes', 'Answer: Admitted'], ['allocations.answer', 'admit', 'no', 'Answer: Refused'], ['allocations.answerExtension', 'admit', 'no', 'Answer: Refused'], ['allocations.answer', 'admit', 'taken_back', 'Answer: Withdrawn'],
  ['allocations.answer', 'admit', 'open', 'Until when it is held: Held'], ['allocations.answer', 'hold', null, 'Answer: Held'],
  ['allocations.release', 'admit', null, 'Release: Done'], ['allocations.expire', 'admit', null, 'End: Done'], ['allocations.preempt', 'admit', null, 'Preemption: Done'],
  ['allocations.start', 'admit', null, 'Room: Admitted'], ['requests.offerInTenant', 'hold', null, 'Less offered: Held'],
] as const)('%s, %s, answered %s: %s', (action, verdict, answer, says) => {
  const { deed, is } = sayDecision({ action, verdict, answer })
  expect(`${deed}: ${is.says}`).toBe(says)
})
