import { expect, test } from 'vitest'
import type { Stay } from './decide-stays'
import { breachesIn, decideViolations, type OpenViolation } from './decide-violations'

const stay = (node: string, more: Partial<Stay> = {}): Stay => ({
  tenant: 'a', namespace: 'red', allocation: null, work: 'w', cluster: 'c', node, gpuMilli: '1000', placed: 'eu-west-1', place: 'p', heardAt: null, region: 'us-east-1', state: 'prohibited', reason: 'region_prohibited', policy: '3', failover: null, ...more,
})
const well = { state: 'allowed', reason: null, region: 'eu-west-1' } as const
const open = (more: Partial<OpenViolation> = {}): OpenViolation => ({ id: 'v', work: 'w', namespace: 'red', allocation: null, regions: ['us-east-1'], nodes: ['n1'], reason: 'region_prohibited', policy: '3', contained: false, ...more })

test('what is prohibited is folded by the work, in one order whoever asks', () => {
  const breaches = breachesIn([stay('n2'), stay('n1', { region: 'us-west-1' }), stay('n3', well), stay('n9', { work: 'b' })])
  expect(breaches.map(({ work, nodes, regions }) => [work, nodes, regions])).toEqual([['b', ['n9'], ['us-east-1']], ['w', ['n1', 'n2'], ['us-east-1', 'us-west-1']]])
})
const cases: [says: string, stays: Stay[], open: OpenViolation[], steps: object[]][] = [
  ['one begins', [stay('n1')], [], [{ step: 'begin', breach: { work: 'w', nodes: ['n1'] } }]],
  ['it goes on', [stay('n1')], [open()], []],
  ['it is on another node, too', [stay('n1'), stay('n2')], [open()], [{ step: 'update', id: 'v', breach: { nodes: ['n1', 'n2'] } }]],
  ['another version says so', [stay('n1', { policy: '4' })], [open()], [{ step: 'update', id: 'v' }]],
  ['the work ended', [], [open()], [{ step: 'resolve', because: 'over' }]],
  ['it may be there now', [stay('n1', well)], [open()], [{ step: 'resolve', because: 'allowed' }]],
  ['it runs elsewhere', [stay('n2', well)], [open()], [{ step: 'resolve', because: 'moved' }]],
  ['nobody knows any more', [stay('n1', { state: 'unknown', reason: 'no_evidence', region: null })], [open()], [{ step: 'resolve', because: 'unknown' }]],
  ['it was contained', [], [open({ contained: true })], [{ step: 'resolve', because: 'contained' }]],
  ['it went where it may be before anybody ended it', [stay('n2', well)], [open({ contained: true })], [{ step: 'resolve', because: 'moved' }]],
  ['it may be there now, before anybody ended it', [stay('n1', well)], [open({ contained: true })], [{ step: 'resolve', because: 'allowed' }]],
  ['what is unknown begins none', [stay('n1', { state: 'unknown', reason: 'evidence_old', region: null })], [], []],
]
test.each(cases)('%s', (_says, stays, before, steps) => { expect(decideViolations(stays, before)).toMatchObject(steps) })
