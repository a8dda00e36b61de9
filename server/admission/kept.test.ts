import { expect, test } from 'vitest'
import type { Line } from './facts'
import { keptOf, traceAgain } from './kept'

const line = (check: string, outcome: Line['outcome'], more: Partial<Line> = {}): Line => ({ check, outcome, reason: null, says: null, warnings: [], saw: { of: check }, ...more })
const trace = [line('tenant', 'passes'), line('rules', 'passes', { warnings: ['Soon no longer.'] }), line('quota', 'refuses', { reason: 'quota_exceeded', says: 'No room.' })]
const outcome = { verdict: 'refuse', trace, effects: { devices: '1' } }

test('of a trace is kept what was said, in order, and nothing that was looked at', () => {
  const kept = JSON.parse(keptOf(outcome)) as typeof outcome
  expect(kept).toEqual({ verdict: 'refuse', effects: { devices: '1' }, trace: [
    { check: 'rules', outcome: 'passes', reason: null, says: null, warnings: ['Soon no longer.'] },
    { check: 'quota', outcome: 'refuses', reason: 'quota_exceeded', says: 'No room.', warnings: [] },
  ] })
  expect(keptOf({ ok: true, state: 'released' })).toBe('{"ok":true,"state":"released"}')
})
test('of what is still to be looked for nothing is kept', () => expect(keptOf({ ...outcome, wantsBack: { pods: 1 } })).toBe(keptOf(outcome)))
test('who decides the same again sees all that was looked at', () => expect(traceAgain(keptOf(outcome), () => outcome)).toEqual(trace))
test('facts that cannot be read any more are no fault', () => expect(traceAgain(keptOf(outcome), () => { throw new TypeError('no policy') })).toHaveLength(2))
test.each([
  ['another verdict', { ...outcome, verdict: 'admit' }],
  ['another effect', { ...outcome, effects: { devices: '2' } }],
  ['a check that says otherwise', { ...outcome, trace: [...trace.slice(0, 2), line('quota', 'refuses', { reason: 'quota_exceeded', says: 'No room at all.' })] }],
  ['nothing, for want of its policies', null],
])('who comes to %s sees what was said then, and nothing of what was looked at', (_says, again) => {
  expect(traceAgain(keptOf(outcome), () => again)).toEqual([{ ...trace[1], saw: null }, { ...trace[2], saw: null }])
})
