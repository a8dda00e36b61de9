import { expect, test } from 'vitest'
import { clocksApartMs, decideReport, impossibilities, type KnownNode } from './decide-report'
import { ClusterReport, type NodeReport, type WorkloadReport } from './report'

const now = '2026-11-21T12:00:00.000Z'
const at = (ms: number) => new Date(Date.parse(now) + ms).toISOString()
const known: KnownNode = { id: 'n1', cluster: 'c1', model: 'A100', gpus: 8, gpuMemory: 80n, cpu: 64_000n, memory: 512n, reportedAt: at(-10_000) }
const runs = (more: Partial<WorkloadReport> = {}): WorkloadReport =>
  ({ workload: 'w1', tenant: 'a', namespace: 'red', allocation: null, amounts: { 'nvidia.com/gpu': '8', cpu: '64000', memory: '512' }, gpuUse: 900, cpuUse: null, memoryUse: null, startedAt: at(-60_000), failed: false, ...more })
const says = (more: Partial<NodeReport> = {}): NodeReport => ({ node: 'n1', at: now, place: null, model: 'A100', gpus: 8, gpuMemory: '80', cpu: '64000', memory: '512', workloads: [runs()], ...more })
const decided = (more: Partial<NodeReport>, of: KnownNode | null = known) => {
  const verdict = decideReport(of, 'c1', says(more), now)
  return verdict.outcome === 'impossible' ? verdict.because : verdict.outcome
}

const cases: [says: string, report: Partial<NodeReport>, becomes: string][] = [
  ['all that it has is used', {}, 'takes'],
  ['nothing runs', { workloads: [] }, 'takes'],
  ['the last report again', { at: at(-10_000) }, 'repeats'],
  ['a moment before the last', { at: at(-10_001) }, 'time_backwards'],
  ['a clock that is a minute fast', { at: at(clocksApartMs) }, 'takes'],
  ['a clock that is more than a minute fast', { at: at(clocksApartMs + 1) }, 'from_the_future'],
  ['less than no cores', { cpu: '-1' }, 'negative'], ['less than no memory', { memory: '-1' }, 'negative'], ['less than no memory of GPUs', { gpuMemory: '-1' }, 'negative'], ['less than no GPUs', { gpus: -1 }, 'negative'],
  ['work that has less than nothing', { workloads: [runs({ amounts: { cpu: '-1' } })] }, 'negative'], ['work that uses less than nothing', { workloads: [runs({ gpuUse: -1 })] }, 'negative'], ['cores likewise', { workloads: [runs({ cpuUse: -1 })] }, 'negative'], ['memory likewise', { workloads: [runs({ memoryUse: -1 })] }, 'negative'],
  ['ten thousand GPUs', { gpus: 10_000 }, 'gpus_appeared'], ['one more', { gpus: 9 }, 'gpus_appeared'], ['one fewer', { gpus: 7 }, 'gpus_vanished'],
  ['another model', { model: 'H100' }, 'model_changed'], ['GPUs of no model', { model: null }, 'model_changed'], ['GPUs with more memory', { gpuMemory: '81' }, 'model_changed'], ['with less', { gpuMemory: '79' }, 'model_changed'],
  ['a core more', { cpu: '64001' }, 'capacity_grew'], ['a byte more', { memory: '513' }, 'capacity_grew'], ['a core less', { cpu: '63999' }, 'capacity_shrank'], ['a byte less', { memory: '511' }, 'capacity_shrank'],
  ['one name twice', { workloads: [runs({ amounts: { cpu: '1' } }), runs({ amounts: { cpu: '1' } })] }, 'named_twice'],
  ['what begins after it spoke', { workloads: [runs({ startedAt: at(1) })] }, 'begun_later'], ['what begins as it speaks', { workloads: [runs({ startedAt: now })] }, 'takes'],
  ['a ninth GPU in use', { workloads: [runs(), runs({ workload: 'w2', amounts: { 'amd.com/gpu': '1' } })] }, 'more_than_it_has'], ['a thousandth of a ninth', { workloads: [runs(), runs({ workload: 'w2', amounts: { 'nvidia.com/gpu-milli': '1' } })] }, 'more_than_it_has'],
  ['a thousandth of a core too much', { workloads: [runs(), runs({ workload: 'w2', amounts: { cpu: '1' } })] }, 'more_than_it_has'], ['a byte too much', { workloads: [runs(), runs({ workload: 'w2', amounts: { memory: '1' } })] }, 'more_than_it_has'],
  ['more than can be counted', { workloads: [runs({ amounts: { 'example.test/licence': '9223372036854775808' } })] }, 'more_than_it_has'],
  ['what failed takes nothing', { workloads: [runs(), runs({ workload: 'w2', failed: true })] }, 'takes'],
  ['all of it in use', { workloads: [runs({ gpuUse: 1000, cpuUse: 1000, memoryUse: 1000 })] }, 'takes'], ['more than all', { workloads: [runs({ gpuUse: 1001 })] }, 'use_above_all'], ['of the cores of the node', { workloads: [runs({ cpuUse: 1001 })] }, 'use_above_all'], ['of its memory', { workloads: [runs({ memoryUse: 1001 })] }, 'use_above_all'],
  ['more than it was given, and all that the node has', { workloads: [runs({ amounts: { cpu: '16000', memory: '128' }, cpuUse: 2000, memoryUse: 3000 }), runs({ workload: 'w2', amounts: { cpu: '32000', memory: '128' }, cpuUse: 1000, memoryUse: 1000 })] }, 'takes'],
  ['together a thousandth of a core more', { workloads: [runs({ amounts: { cpu: '16000' }, cpuUse: 2001 }), runs({ workload: 'w2', amounts: { cpu: '32000' }, cpuUse: 1000 })] }, 'use_above_all'],
  ['together some memory more', { workloads: [runs({ amounts: { memory: '128' }, memoryUse: 3001 }), runs({ workload: 'w2', amounts: { memory: '128' }, memoryUse: 1000 })] }, 'use_above_all'],
  ['what failed uses nothing', { workloads: [runs({ amounts: { cpu: '32000' }, cpuUse: 2000 }), runs({ workload: 'w2', amounts: { cpu: '32000' }, cpuUse: 1000, failed: true })] }, 'takes'],
  ['as many times what it was given as can be kept', { workloads: [runs({ amounts: { cpu: '0' }, cpuUse: 2 ** 31 - 1 })] }, 'takes'], ['more than can be kept', { workloads: [runs({ amounts: { cpu: '0' }, cpuUse: 2 ** 31 })] }, 'use_above_all'],
  ['use that is not known', { workloads: [runs({ gpuUse: null, cpuUse: null })] }, 'takes'],
]
test.each(cases)('%s', (_says, report, becomes) => { expect(decided(report)).toBe(becomes) })

test('a node that was never heard of may speak of any time that has come', () => { expect(decided({ at: at(-86_400_000), workloads: [] }, { ...known, reportedAt: null })).toBe('takes') })
test('no cluster says anything of another’s nodes, nor cordons one by saying what cannot be', () => {
  expect([decided({ gpus: 10_000 }, null), decided({ gpus: 10_000 }, { ...known, cluster: 'c2' })]).toEqual(['not_there', 'not_there'])
})
test('of two reasons the one that stands first is given, and every reason was seen', () => {
  const broken: [keyof typeof impossibilities, Partial<NodeReport>][] = [
    ['time_backwards', { at: at(-20_000) }], ['negative', { memory: '-1' }], ['gpus_appeared', { gpus: 9 }], ['model_changed', { model: 'H100' }], ['capacity_grew', { cpu: '64001' }],
    ['begun_later', { workloads: [runs({ startedAt: at(120_000), gpuUse: 2000, amounts: { cpu: '99999' } })] }],
  ]
  for (const [first, [because, one]] of broken.entries()) for (const [, other] of broken.slice(first + 1)) expect([because, decided({ ...other, ...one })]).toEqual([because, because])
  expect(cases.map(([, , becomes]) => becomes)).toEqual(expect.arrayContaining(Object.keys(impossibilities)))
  expect(decided({ workloads: [runs({ gpuUse: 2000, amounts: { cpu: '99999' } })] })).toBe('more_than_it_has')
})
test('a report that cannot be read is no report: bounded, and with nothing in it that is not known', () => {
  const report = { cluster: 'c1', nodes: [says()] }
  expect(ClusterReport.safeParse(report).success).toBe(true)
  const bad: unknown[] = [
    null, { ...report, more: 1 }, { ...report, nodes: [{ ...says(), more: 1 }] }, { ...report, nodes: [says({ gpus: 1.5 })] }, { ...report, nodes: [says({ cpu: '1.5' })] }, { ...report, nodes: [says({ at: 'today' })] },
    { ...report, nodes: [says({ node: "n1'; DROP TABLE node" })] }, { ...report, nodes: [says({ workloads: Array.from({ length: 1_025 }, () => runs()) })] }, { ...report, nodes: [says({ workloads: [runs({ amounts: {} })] })] },
  ]
  expect(bad.filter((each) => ClusterReport.safeParse(each).success)).toEqual([])
})
