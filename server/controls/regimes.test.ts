import { expect, test } from 'vitest'
import { controlIds, promiseOf, regimes } from './catalogue'
import { requirementsOf } from './regimes'

test('every control stands in a requirement of each regime that it names, and in the one it names', () => {
  const lost = controlIds.flatMap((control) => regimes.flatMap((regime) => {
    const clause = promiseOf(control).asked[regime]
    return clause === undefined || requirementsOf(regime).some(({ id, controls }) => id === clause && controls.includes(control)) ? [] : [`${control}: ${regime} ${clause}`]
  }))
  expect(lost).toEqual([])
})
test.each(regimes)('%s asks for each thing once, in a sentence, and nothing is without an answer or a gap', (regime) => {
  const all = requirementsOf(regime)
  expect(all.length).toBeGreaterThan(10)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  for (const { id, asks, controls, gaps } of all) {
    expect([id, /^[A-Z].*\.$/.test(asks), controls.length + gaps.length > 0, new Set(controls).size === controls.length, gaps.every(({ missing }) => /^[A-Z].*\.$/.test(missing))]).toEqual([id, true, true, true, true])
  }
})
test.each(regimes)('%s has gaps, and says so', (regime) => {
  expect(requirementsOf(regime).filter(({ gaps }) => gaps.length > 0).length).toBeGreaterThan(0)
})
