import { expect, test } from 'vitest'
import { decideAcknowledge, decideContain, violationStateOf } from './decide-violation'
import { residencyRefusals } from './residency.refusals'

const known = { ended: false, contained: false, acknowledged: false, nodes: ['n1', 'n2'], containedNodes: [], sameWord: false }
test.each([
  ['there is none', null, 'violation_unknown'], ['it is over', { ...known, ended: true }, 'violation_over'], ['it goes on', known, false], ['the same word again is a repeat', { ...known, sameWord: true }, true],
] as const)('acknowledge: %s', (_says, violation, expected) => {
  const decision = decideAcknowledge(violation)
  expect(decision.ok ? decision.repeats : decision.refusal).toBe(expected)
})
test.each([
  ['there is none', null, ['n1', 'n2'], 'violation_unknown'], ['it is over', { ...known, ended: true }, ['n1', 'n2'], 'violation_over'], ['over comes before others', { ...known, ended: true }, ['n1'], 'violation_over'],
  ['other nodes were shown', known, ['n1'], 'changed_meanwhile'], ['the nodes in any order', known, ['n2', 'n1'], false], ['it is contained already', { ...known, contained: true, containedNodes: ['n1', 'n2'] }, ['n1'], true],
  ['the work has come to another node since', { ...known, contained: true, containedNodes: ['n1'] }, ['n1', 'n2'], false], ['that one alone, where both were shown', { ...known, contained: true, containedNodes: ['n1'] }, ['n2'], 'changed_meanwhile'],
] as const)('contain: %s', (_says, violation, nodes, expected) => {
  const decision = decideContain(violation, nodes)
  expect(decision.ok ? decision.repeats : decision.refusal).toBe(expected)
})
test('every refusal has its sentence', () => { expect(Object.keys(residencyRefusals).sort()).toEqual(['changed_meanwhile', 'violation_over', 'violation_unknown']) })
test('its state is called by what is furthest', () => {
  const is = (ended: boolean, contained: boolean, excepted: boolean, acknowledged: boolean) => violationStateOf({ ended, contained, excepted, acknowledged })
  expect([is(true, true, true, true), is(false, true, true, true), is(false, false, true, true), is(false, false, false, true), is(false, false, false, false)]).toEqual(['over', 'containing', 'excepted', 'acknowledged', 'open'])
})
