import { expect, test } from 'vitest'
import { decideAnswered } from './decide-answered'

test.each([
  ['a yes', 'allocations.answer', 'admit', 'approved', false, 'yes'],
  ['a no', 'allocations.answer', 'admit', 'refused', false, 'no'],
  ['a no to going on', 'allocations.answerExtension', 'admit', 'refused', false, 'no'],
  ['whoever asked took it back', 'allocations.answer', 'admit', 'withdrawn', false, 'taken_back'],
  ['a question was asked, or answered', 'allocations.answer', 'admit', 'open', false, 'open'],
  ['a rule said yes', 'allocations.answer', 'admit', 'open', true, 'yes'],
  ['a rule left it to people', 'allocations.answer', 'hold', 'open', true, null],
  ['it is asked anew', 'allocations.answer', 'hold', 'approved', false, null],
  ['nobody was asked', 'allocations.create', 'admit', null, false, null],
] as const)('%s', (_, action, verdict, request, byRule, is) => { expect(decideAnswered({ action, verdict, request, byRule })).toBe(is) })
