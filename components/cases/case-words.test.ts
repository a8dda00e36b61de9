import { expect, test } from 'vitest'
import { squattingMs, inflationMs, idleMost, lowBelow } from '~/server/cases/decide-use'
import { busyFrom, coresMost, memoryMost, miningMs } from '~/server/cases/decide-mining'
import { marginAbove } from '~/server/cases/decide-priority'
import { loudSlots, lostPercent, overFrom, quietSlots } from '~/server/cases/decide-neighbours'
import { triesOf } from '~/server/cases/decide-tries'
import { caseKinds, outcomes } from '~/server/cases/rule'
import { kindWords, outcomeWords, sayPrecision, saySeen, slowedIn } from './case-words'

test('every kind and outcome has words; what a rule is said to be is what it is', () => {
  expect([Object.keys(kindWords).sort(), Object.keys(outcomeWords).sort()]).toEqual([[...caseKinds].sort(), [...outcomes].sort()])
  for (const { rule, wrong } of Object.values(kindWords)) expect([rule, wrong]).toEqual([expect.stringMatching(/^[A-Z].*\.$/), expect.stringMatching(/^[A-Z].*\.$/)])
  expect(kindWords['allocations.squatting'].rule).toContain(`${idleMost / 10} % for ${squattingMs / 60_000} minutes`)
  expect([kindWords['allocations.inflation'].rule.includes(`${lowBelow / 10} %`), inflationMs]).toEqual([true, 3_600_000])
  expect(kindWords['allocations.flood'].rule).toContain(`More than ${triesOf['allocations.flood'].most} requests`)
  expect([triesOf['allocations.splitting'].most, kindWords['allocations.priority'].rule.includes(`more than ${marginAbove} above`)]).toEqual([2, true])
  expect([kindWords['allocations.mining'].rule, miningMs]).toEqual([expect.stringContaining(`${busyFrom / 10} % or more for six hours without a break, with at most ${coresMost / 10} % of its cores and ${memoryMost / 10} % of its memory`), 6 * 3_600_000])
  expect([kindWords['tenants.noisy_neighbour'].rule.includes(`at least ${lostPercent} % less`), loudSlots, quietSlots, overFrom]).toEqual([true, 3, 6, 100])
})
test('whose work did less is said once for each node, the newest first', () => {
  const one = { tenant: 'b', allocation: 'x', name: 'train', was: 900, is: 400 }
  const body = (node: string, is: number) => ({ body: { node, slowed: [{ ...one, is }] } })
  expect(slowedIn([body('n2', 300), body('n1', 400), body('n1', 500), { body: {} }])).toEqual([{ ...one, is: 300, node: 'n2' }, { ...one, node: 'n1' }])
})
test('what was seen is said by what is known of it', () => {
  const now = new Date('2026-01-01T12:00:00Z')
  expect(saySeen({ body: { gpuMilli: '2000', since: '2026-01-01T11:00:00.000Z', name: 'x' } }, now)).toMatch(/^2 GPUs, since /)
  expect(saySeen({ body: { gpuMilli: '500' } }, now)).toBe('0.5 GPUs')
  expect(saySeen({ body: { times: 1200 } }, now)).toBe('1,200 times')
  expect(saySeen({ body: { own: 900, others: 100 } }, now)).toBe('900 on average, where others have 100')
  expect([saySeen({ body: { over: 125, node: 'n1' } }, now), saySeen({ body: { over: 125 } }, now)]).toEqual(['12.5 % of n1 beyond what it is charged', '12.5 % of a shared node beyond what it is charged'])
  expect(saySeen({ body: { name: 'x', slowed: [] } }, now)).toBe('As the rule says')
  expect([sayPrecision({ precision: null }), sayPrecision({ precision: { right: 3, of: 4 } })]).toEqual([null, '3 of 4'])
})
