import { expect, test } from 'vitest'
import type { ControlState } from './decide-control'
import { decideRequirement, isSatisfied, type RequirementState, requirementStates } from './decide-requirement'

const cases: [says: string, controls: ControlState[], gaps: number, state: RequirementState][] = [
  ['all proven, nothing missing', ['proven', 'proven'], 0, 'proven'],
  ['one violated among proven', ['proven', 'violated'], 0, 'violated'],
  ['one violated, one unknown, something missing', ['unknown', 'violated'], 1, 'violated'],
  ['one unknown among proven', ['proven', 'unknown'], 0, 'unknown'],
  ['all proven, something missing', ['proven'], 1, 'gap'],
  ['unknown, and something missing', ['unknown'], 1, 'gap'],
  ['nothing answers it, and that is said', [], 1, 'gap'],
  ['nothing answers it, and nobody said so', [], 0, 'gap'],
]
test.each(cases)('%s', (_says, controls, gaps, state) => { expect(decideRequirement(controls, gaps)).toBe(state) })
test('nothing is satisfied but what is proven', () => { expect(requirementStates.filter(isSatisfied)).toEqual(['proven']) })
