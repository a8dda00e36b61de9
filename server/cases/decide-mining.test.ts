import { expect, test } from 'vitest'
import { type Busy, busyFrom, coresMost, looksLikeMining, memoryMost, miningMs, type Steady, steadyOn } from './decide-mining'
import { gapMs } from './decide-use'

const now = Date.parse('2026-01-01T12:00:00Z')
const busy = (more: Partial<Busy> = {}): Busy => ({ gpu: busyFrom, cpu: coresMost, memory: memoryMost, at: now, ...more })
const was: Steady = { since: now - 1_000_000, seenAt: now - gapMs }

test.each<[string, Partial<Busy>, boolean]>([
  ['as busy, with as little, as may just be', {}, true],
  ['a thousandth less busy', { gpu: busyFrom - 1 }, false],
  ['a thousandth more of its cores', { cpu: coresMost + 1 }, false],
  ['a thousandth more of its memory', { memory: memoryMost + 1 }, false],
  ['GPUs that were not measured', { gpu: null }, false],
  ['cores that were not measured', { cpu: null }, false],
  ['memory that was not measured', { memory: null }, false],
  ['as old as may just be', { at: now - gapMs }, true],
  ['older than that', { at: now - gapMs - 1 }, false],
])('%s', (_, more, isSteady) => expect(steadyOn(was, busy(more), now)).toEqual(isSteady ? { since: was.since, seenAt: now } : null))
test('a gap between two looks begins the time anew', () => {
  expect(steadyOn({ ...was, seenAt: now - gapMs - 1 }, busy(), now)).toEqual({ since: now, seenAt: now })
  expect(steadyOn(null, busy(), now)).toEqual({ since: now, seenAt: now })
})
test.each([[miningMs - 1, false], [miningMs, true], [miningMs + 1, true]])('for %i ms without a break: %s; never of what is reserved', (ms, is) => {
  expect([looksLikeMining({ since: now - ms, seenAt: now }, false), looksLikeMining({ since: now - ms, seenAt: now }, true)]).toEqual([is, false])
})
