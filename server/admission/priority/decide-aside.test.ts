import { expect, test } from 'vitest'
import type { AccountFacts } from '~/server/ledger/account'
import type { NodeRow } from '~/server/placement/decide-node'
import type { Want } from '../placement/decide-placement'
import { decideAside, decideAsideOnNodes, lackingIn, type Pushable } from './decide-aside'

const account = (id: string, level: AccountFacts['level'], hard: number, used: number): AccountFacts => ({ id, level, version: '1', standing: { cpu: ['0', `${hard}`, `${used}`, '0', '0'] } })
const path = (organisation: [number, number], tenant: [number, number]) => [account('platform/o', 'organisation', ...organisation), account('platform/o/a', 'tenant', ...tenant)]

test.each([
  ['there is room everywhere', path([10, 4], [8, 4]), '4', [], []],
  ['the organisation lacks some', path([10, 9], [8, 4]), '4', [], [['platform/o', 3n]]],
  ['both lack some, the widest first', path([10, 9], [8, 6]), '4', [], [['platform/o', 3n], ['platform/o/a', 2n]]],
  ['more is asked than there will ever be', path([10, 9], [3, 0]), '4', [], null],
  ['others wait who come first', path([10, 9], [8, 0]), '4', ['platform/o/a cpu'], null],
])('%s', (_, accounts, cpu, ahead, lacks) => {
  expect(lackingIn(accounts, { cpu }, ahead)?.map(({ account, missing }) => [account, missing]) ?? null).toEqual(lacks)
  expect(lackingIn(accounts, { memory: '1' }, [])).toBeNull()
})

const one = (allocation: string, cpu: number, more: Partial<Pushable> = {}): Pushable => ({ allocation, tenant: 'a', priority: 100, since: '2026-11-21T10:00:00.000Z', amounts: { cpu: `${cpu}` }, preemptions: 0, account: 'platform/o/a/red', placement: null, ...more })
const peace = { now: '2026-11-21T12:00:00.000Z', minutes: 60 }
const lacks = [{ account: 'platform/o', resource: 'cpu', missing: 4n }]
test.each<[string, Pushable[], string[] | null]>([
  ['one large is fewer than two small', [one('x', 2), one('y', 2), one('z', 4)], ['z']],
  ['of as many, the lowest', [one('x', 4, { priority: 200 }), one('y', 4)], ['y']],
  ['of these, the youngest', [one('x', 4), one('y', 4, { since: '2026-11-21T11:00:00.000Z' })], ['y']],
  ['nobody as high as the wish', [one('x', 4, { priority: 900 })], null],
  ['nobody who lost a place three times', [one('x', 4, { preemptions: 3 })], null],
  ['nobody who lost one and began again within the hour', [one('x', 4, { preemptions: 1, since: '2026-11-21T11:00:00.001Z' })], null],
  ['who began again an hour ago', [one('x', 4, { preemptions: 2, since: '2026-11-21T11:00:00.000Z' })], ['x']],
  ['nobody whose going would not be enough', [one('x', 2), one('y', 1)], null],
  ['nobody who is charged elsewhere', [one('x', 4, { account: 'platform/other/b/red' })], null],
  ['nobody when there is nobody', [], null],
])('%s', (_, all, victims) => {
  expect(decideAside(lacks, { all, nodes: [] }, 900, peace)?.map(({ allocation }) => allocation) ?? null).toEqual(victims)
})

const node = (id: string, cpuMilliFree: number): NodeRow => ({ id, version: 1, region: 'eu-1', cluster: 'c', pool: 'p', model: null, gpuMemoryBytes: 0, taints: [], isolation: 1, owner: null, cordoned: false, cpuMilliFree, memoryBytesFree: 0, gpuMilliFree: [] })
const want: Want = { pods: 1, shape: { cpuMilli: 4_000, memoryBytes: 0, gpus: 0, gpuMilli: 0, models: 'any', gpuMemoryBytes: 0 }, allowed: { tenant: 'a', isolation: 1, regions: ['eu-1'], clusters: 'any', pools: 'any' }, tolerations: [], unplaceable: [] }
const on = (at: string, allocation: string, cpu: number) => one(allocation, cpu, { placement: { region: 'eu-1', cluster: 'c', each: { cpuMilli: cpu * 1_000, memoryBytes: 0, gpuMilli: 0 }, pods: [{ node: at, gpus: [] }] } })
const told = (found: ReturnType<typeof decideAsideOnNodes>) => found && [found.victims.map(({ allocation }) => allocation), found.placement.pods.map((pod) => pod.node)]
test('the node is taken where the fewest go, after those who go anyway; several pods push nobody aside', () => {
  const all = [on('n', 'x', 2), on('n', 'y', 2), on('m', 'z', 4)]
  const nodes = [node('n', 0), node('m', 0)]
  expect(told(decideAsideOnNodes(want, { all, nodes }, [], 900, peace))).toEqual([['z'], ['m']])
  expect(told(decideAsideOnNodes(want, { all, nodes }, [on('n', 'x', 2), on('n', 'y', 2)].map((gone) => all.find(({ allocation }) => allocation === gone.allocation) ?? gone), 900, peace))).toEqual([[], ['n']])
  expect(decideAsideOnNodes({ ...want, pods: 2 }, { all, nodes }, [], 900, peace)).toBeNull()
  expect(decideAsideOnNodes(want, { all: all.map((each) => ({ ...each, priority: 900 })), nodes }, [], 900, peace)).toBeNull()
})
