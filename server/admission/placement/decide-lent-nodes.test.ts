import { expect, test } from 'vitest'
import type { NodeRow } from '~/server/placement/decide-node'
import { type Back, decideLentNodes, type LentThere } from './decide-lent-nodes'
import type { Want } from './decide-placement'

const [gpu, parts] = ['nvidia.com/gpu', 'nvidia.com/gpu-milli']
const now = '2026-11-21T12:00:00.000Z'
const node = (id: string, more: Partial<NodeRow> = {}): NodeRow => ({ id, version: 1, region: 'eu-1', cluster: 'c', pool: 'p', model: 'A100', gpuMemoryBytes: 0, taints: [], isolation: 1, owner: null, cordoned: false, cpuMilliFree: 0, memoryBytesFree: 0, gpuMilliFree: [0, 0], ...more })
const want = (cpuMilli: number, gpus = 0, more: Partial<Want> = {}): Want => ({ pods: 1, shape: { cpuMilli, memoryBytes: 0, gpus, gpuMilli: gpus ? 1000 : 0, models: 'any', gpuMemoryBytes: 0 }, allowed: { tenant: 'own', isolation: 1, regions: ['eu-1'], clusters: 'any', pools: 'any' }, tolerations: [], unplaceable: [], ...more })
type Of = Partial<LentThere> & { cpu?: number; gpus?: readonly number[]; milli?: number }
const lent = (allocation: string, on: string, { cpu = 0, gpus = [], milli = 1000, ...more }: Of): LentThere => ({
  allocation, tenant: 'b', priority: 100, since: '2026-11-21T10:00:00.000Z', preemptions: 0, amounts: { cpu: `${cpu}`, ...(gpus.length === 0 ? {} : milli === 1000 ? { [gpu]: `${gpus.length}` } : { [parts]: `${milli}` }) },
  stands: { each: { cpuMilli: cpu, memoryBytes: 0, gpuMilli: gpus.length ? milli : 0 }, pods: [{ node: on, gpus }] }, ...more,
})
const plenty = { b: { cpu: '99', [gpu]: '99', [parts]: '9999' } }
const told = (back: Back | null) => back && [back.victims.map(({ allocation }) => allocation).join(' '), back.placement.pods.map((pod) => [pod.node, ...pod.gpus].join(' ')).join()]
type Case = { want?: Want; nodes?: NodeRow[]; above?: Record<string, Record<string, string>>; missing?: Record<string, bigint> }

test.each<[string, LentThere[], Case, [string, string] | null]>([
  ['who stands there goes, and the wish stands there', [lent('x', 'n', { cpu: 4 })], {}, ['x', 'n']],
  ['one large rather than two small', [lent('x', 'n', { cpu: 2 }), lent('y', 'n', { cpu: 2 }), lent('z', 'n', { cpu: 4, priority: 900 })], {}, ['z', 'n']],
  ['two small where there is no large one', [lent('x', 'n', { cpu: 2 }), lent('y', 'n', { cpu: 2 })], {}, ['x y', 'n']],
  ['of as many, the lowest, wherever it stands', [lent('x', 'm', { cpu: 4, priority: 200 }), lent('y', 'n', { cpu: 4 })], { nodes: [node('m'), node('n')] }, ['y', 'n']],
  ['of these, the youngest', [lent('x', 'm', { cpu: 4 }), lent('y', 'n', { cpu: 4, since: '2026-11-21T11:00:00.000Z' })], { nodes: [node('m'), node('n')] }, ['y', 'n']],
  ['of equals, the first node', [lent('y', 'n', { cpu: 4 }), lent('x', 'm', { cpu: 4 })], { nodes: [node('m'), node('n')] }, ['x', 'm']],
  ['what is free there is used', [lent('x', 'n', { cpu: 2 }), lent('y', 'n', { cpu: 4, priority: 200 })], { nodes: [node('n', { cpuMilliFree: 2 })] }, ['x', 'n']],
  ['nobody, where there is room after all', [lent('x', 'n', { cpu: 4 })], { nodes: [node('n', { cpuMilliFree: 4 })] }, ['', 'n']],
  ['whoever stands elsewhere frees nothing here', [lent('x', 'm', { cpu: 4 })], {}, null],
  ['nobody whose going would not be enough', [lent('x', 'n', { cpu: 3 })], {}, null],
  ['nobody who lost a place three times', [lent('x', 'n', { cpu: 4, preemptions: 3 })], {}, null],
  ['nobody who lost one and began again within the hour', [lent('x', 'n', { cpu: 4, preemptions: 1, since: '2026-11-21T11:00:00.001Z' })], {}, null],
  ['who began again an hour ago', [lent('x', 'n', { cpu: 4, preemptions: 1, since: '2026-11-21T11:00:00.000Z' })], {}, ['x', 'n']],
  ['from nobody who is at their own share', [lent('x', 'n', { cpu: 4 })], { above: { b: { cpu: '0' } } }, null],
  ['from nobody more than they have above it', [lent('x', 'n', { cpu: 2 }), lent('y', 'n', { cpu: 2 })], { above: { b: { cpu: '2' } } }, null],
  ['but for the last piece of it', [lent('x', 'n', { cpu: 2 }), lent('y', 'n', { cpu: 2 })], { above: { b: { cpu: '3' } } }, ['x y', 'n']],
  ['who borrowed something else that is not missing here keeps their place', [lent('x', 'n', { cpu: 4, gpus: [0] })], { above: { b: { [gpu]: '1' } } }, null],
  ['not on another’s node', [lent('x', 'n', { cpu: 4 })], { nodes: [node('n', { owner: 'b' })] }, null],
  ['not on one that is too soft', [lent('x', 'n', { cpu: 4 })], { want: want(4, 0, { allowed: { ...want(4).allowed, isolation: 2 } }) }, null],
  ['not where it is not tolerated', [lent('x', 'n', { cpu: 4 })], { nodes: [node('n', { taints: ['keep=yes:NoSchedule'] })] }, null],
  ['not in another region', [lent('x', 'n', { cpu: 4 })], { nodes: [node('n', { region: 'us-1' })] }, null],
  ['not on one that is cordoned', [lent('x', 'n', { cpu: 4 })], { nodes: [node('n', { cordoned: true })] }, null],
  ['several pods take nobody’s node', [lent('x', 'n', { cpu: 8 })], { want: want(4, 0, { pods: 2 }) }, null],
  ['nothing was looked at', [lent('x', 'n', { cpu: 4 })], { nodes: [] }, null],
  ['its own GPUs, as they are', [lent('x', 'n', { gpus: [1] })], { want: want(0, 1) }, ['x', 'n 1']],
  ['a whole one from those who have its parts', [lent('x', 'n', { gpus: [0], milli: 500 }), lent('y', 'n', { gpus: [1], milli: 400 }), lent('z', 'n', { gpus: [1], milli: 600 })], { want: want(0, 1) }, ['y z', 'n 1']],
  ['all pods of one that goes are gone', [lent('x', 'n', { cpu: 4, stands: { each: { cpuMilli: 2, memoryBytes: 0, gpuMilli: 0 }, pods: [{ node: 'n', gpus: [] }, { node: 'n', gpus: [] }] } })], {}, ['x', 'n']],
  ['one that gives back room, too, is one', [lent('x', 'm', { cpu: 4, since: '2026-11-21T11:00:00.000Z' }), lent('y', 'n', { cpu: 4 })], { missing: { cpu: 4n } }, ['y', 'n']],
  ['with one elsewhere where the room of all there is too little', [lent('x', 'm', { cpu: 4 }), lent('y', 'n', { cpu: 2 })], { nodes: [node('n', { cpuMilliFree: 2 })], missing: { cpu: 6n } }, ['x y', 'n']],
  ['from nobody elsewhere who is at their own share of what is missing above', [lent('x', 'm', { cpu: 4, tenant: 'd', gpus: [0] }), lent('y', 'n', { cpu: 4, gpus: [0] })], { want: want(4, 1), above: { ...plenty, d: { [gpu]: '4' } }, missing: { cpu: 8n } }, null],
  ['nine are too many', Array.from({ length: 9 }, (_, at) => lent(`${at}`, 'n', { cpu: 1 })), { want: want(9) }, null],
  ['eight are not', Array.from({ length: 9 }, (_, at) => lent(`${at}`, 'n', { cpu: 1 })), { want: want(8) }, ['0 1 2 3 4 5 6 7', 'n']],
  ['nor are more with those who give back room', Array.from({ length: 9 }, (_, at) => lent(`${at}`, at < 5 ? 'n' : 'm', { cpu: 1 })), { want: want(5), missing: { cpu: 9n } }, null],
])('%s', (_says, all, { want: wanted = want(4), nodes = [node('n')], above = plenty, missing = {} }, expected) => {
  for (const each of [all, [...all].reverse()]) expect(told(decideLentNodes(wanted, { all: each, above, nodes }, missing, { now, minutes: 60 }))?.map((text) => text.split(' ').sort().join(' ')) ?? null).toEqual(expected?.map((text) => text.split(' ').sort().join(' ')) ?? null)
})
