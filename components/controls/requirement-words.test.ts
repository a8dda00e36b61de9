import { expect, test } from 'vitest'
import { requirementWords, sayRequirements } from './requirement-words'

test('what is not proven is counted beside what is, and nothing else is said of what there is none of', () => {
  expect([sayRequirements(['gap', 'proven', 'violated', 'unknown', 'proven', 'gap']), sayRequirements(['gap']), sayRequirements(['proven'])])
    .toEqual(['2 of 6 requirements answered and proven, 1 violated, 1 unknown, 2 gaps.', '0 of 1 requirements answered and proven, 1 gap.', '1 of 1 requirements answered and proven.'])
})
test('nothing is green but what is proven', () => {
  expect(Object.entries(requirementWords).filter(([, { tone }]) => tone === 'ok').map(([state]) => state)).toEqual(['proven'])
})
