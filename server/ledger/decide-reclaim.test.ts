import { expect, test } from 'vitest'
import { decideReclaim, type Lent, preemptedMost, reclaimedMost } from './decide-reclaim'

type Given = Partial<Omit<Lent, 'amounts'>> & { gpu?: number; cpu?: number }
const lent = (allocation: string, { tenant = 'a', priority = 500, since = '2026-11-21T12:00:00.000Z', preemptions = 0, gpu = 1, cpu = 0 }: Given = {}): Lent => ({ allocation, tenant, priority, since, preemptions, amounts: { gpu: `${gpu}`, cpu: `${cpu}` } })
const plenty = { a: { gpu: '100', cpu: '100' }, b: { gpu: '100', cpu: '100' } }
const taken = (missing: Record<string, number>, all: readonly Lent[], above: Parameters<typeof decideReclaim>[2] = plenty) =>
  decideReclaim(Object.fromEntries(Object.entries(missing).map(([resource, amount]) => [resource, BigInt(amount)])), all, above, { now: '2026-11-21T12:30:00.000Z', minutes: 60 })?.map(({ allocation }) => allocation).join(' ') ?? null

test.each<[string, Record<string, number>, readonly Lent[], string | null]>([
  ['nothing is missing', { gpu: 0 }, [lent('x')], ''],
  ['nothing is lent', { gpu: 1 }, [], null],
  ['as few as can be, though of a higher priority', { gpu: 4 }, [lent('low1', { priority: 100, gpu: 2 }), lent('low2', { priority: 100, gpu: 2 }), lent('high', { priority: 900, gpu: 4 })], 'high'],
  ['of as many, the lowest', { gpu: 2 }, [lent('high', { priority: 900, gpu: 4 }), lent('low', { priority: 100, gpu: 2 })], 'low'],
  ['of the lowest, the youngest', { gpu: 1 }, [lent('old', { since: '2026-11-21T10:00:00.000Z' }), lent('young', { since: '2026-11-21T11:00:00.000Z' })], 'young'],
  ['of as young, the first by id', { gpu: 1 }, [lent('y'), lent('x')], 'x'],
  ['two that do together what none does alone', { gpu: 3 }, [lent('one', { gpu: 1 }), lent('two', { gpu: 2 })], 'one two'],
  ['every resource is looked at', { gpu: 1, cpu: 8 }, [lent('gpus', { gpu: 4 }), lent('both', { gpu: 1, cpu: 8, priority: 900 })], 'both'],
  ['what helps nothing is not taken', { cpu: 8 }, [lent('gpus', { gpu: 4 })], null],
  ['who lost a place too often is left alone', { gpu: 1 }, [lent('tired', { preemptions: preemptedMost, priority: 1 }), lent('fresh', { preemptions: preemptedMost - 1, since: '2026-11-21T11:30:00.000Z' })], 'fresh'],
  ['who lost one and begins again has an hour of peace, to the moment', { gpu: 1 }, [lent('again', { preemptions: 1, since: '2026-11-21T11:30:00.001Z', priority: 1 }), lent('since', { preemptions: 1, since: '2026-11-21T11:30:00.000Z' })], 'since'],
  ['who never lost one has none', { gpu: 1 }, [lent('new', { since: '2026-11-21T12:29:59.000Z' })], 'new'],
  ['too little is nothing', { gpu: 5 }, [lent('one', { gpu: 2 }), lent('two', { gpu: 2 })], null],
  [`no more than ${reclaimedMost}`, { gpu: reclaimedMost + 1 }, Array.from({ length: 20 }, (_, at) => lent(`t${at}`)), null],
  [`${reclaimedMost} will do`, { gpu: reclaimedMost }, Array.from({ length: 9 }, (_, at) => lent(`t${at}`)), 't0 t1 t2 t3 t4 t5 t6 t7'],
])('%s', (_says, missing, all, ids) => {
  expect(taken(missing, all)).toBe(ids)
  expect(taken(missing, [...all].reverse())).toBe(ids)
})
test('nobody is left with less than their own share, but for the last piece of what they had above it', () => {
  const all = [lent('a1', { gpu: 2 }), lent('a2', { gpu: 2 }), lent('b1', { tenant: 'b', gpu: 2, priority: 900 })]
  expect(taken({ gpu: 4 }, all, { a: { gpu: '3' }, b: { gpu: '9' } })).toBe('a1 a2')
  expect(taken({ gpu: 4 }, all, { a: { gpu: '2' }, b: { gpu: '9' } })).toBe('a1 b1')
  expect(taken({ gpu: 2 }, all, { a: { gpu: '0' }, b: { gpu: '9' } })).toBe('b1')
  expect(taken({ gpu: 2 }, all, {})).toBeNull()
})
