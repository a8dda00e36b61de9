import { expect, test } from 'vitest'
import { type Around, decideNudges, isIdle, type Nudge, type OpenWish, type Pondered, type Running } from './decide-nudges'

const gpu = 'nvidia.com/gpu'
const admitted: Pondered = { verdict: 'admit', approver: null, nearest: [], devices: '2', amounts: { [gpu]: '2', cpu: '1000' }, pieces: { given: '0', most: 8, minutes: 60 } }
const eight = { change: 'fewer_devices', resource: gpu, amount: '8', verdict: 'admit' } as const
const held: Pondered = { ...admitted, verdict: 'hold', approver: 'tenant', devices: '9', amounts: { [gpu]: '9' }, nearest: [{ change: 'shorter', hours: 2, verdict: 'admit' }, { ...eight, amount: '9', verdict: 'hold' }, eight] }
const open: OpenWish = { allocation: 'a', name: 'sweep', state: 'held', class: 'normal', amounts: { cpu: '1000', [gpu]: '2' }, models: ['T4', 'A100'] }
const idle = { allocation: 'i', name: 'idle-bench', gpus: 1 }
const wish = { class: 'normal', models: ['A100', 'T4'] }
const told = (pondered: Partial<Pondered>, around: Partial<Around> = {}, asked: Partial<typeof wish> = {}) => decideNudges({ ...admitted, ...pondered }, { ...wish, ...asked }, { open: [], idle: [], ...around })

test.each<[string, Parameters<typeof told>, Nudge[]]>([
  ['nothing of what starts at once', [{}], []],
  ['that fewer start at once, where all of it needs a yes', [held], [{ nudge: 'fewer_starts', change: eight }]],
  ['that fewer pods do', [{ ...held, nearest: [{ change: 'fewer_pods', pods: 2, verdict: 'admit' }] }], [{ nudge: 'fewer_starts', change: { change: 'fewer_pods', pods: 2, verdict: 'admit' } }]],
  ['nothing of fewer, where nobody is asked and there is no room', [{ ...held, approver: null }], []],
  ['nothing of fewer, where even those would be held', [{ ...held, nearest: [{ ...eight, verdict: 'hold' }] }], []],
  ['nothing of fewer of what is refused', [{ ...held, verdict: 'refuse', approver: null }], []],
  ['that the same is open already, in whatever order its models were named', [{}, { open: [open] }], [{ nudge: 'same_open', wish: open }]],
  ['that the same waits for room', [{}, { open: [{ ...open, state: 'waiting' }] }], [{ nudge: 'same_open', wish: { ...open, state: 'waiting' } }]],
  ['nothing of another amount', [{}, { open: [{ ...open, amounts: { [gpu]: '3', cpu: '1000' } }] }], []],
  ['nothing of another resource', [{}, { open: [{ ...open, amounts: { ...open.amounts, memory: '1' } }] }], []],
  ['the same, where another resource is there in none', [{}, { open: [{ ...open, amounts: { ...open.amounts, memory: '0' } }] }], [{ nudge: 'same_open', wish: { ...open, amounts: { ...open.amounts, memory: '0' } } }]],
  ['nothing of other models', [{}, { open: [open] }, { models: ['T4'] }], []],
  ['nothing of another class', [{}, { open: [open] }, { class: 'low' }], []],
  ['nothing of what is open, where this is refused', [{ verdict: 'refuse' }, { open: [open] }], []],
  ['what stands idle, the most of it first', [{}, { idle: [idle, { ...idle, name: 'big', gpus: 3 }] }], [{ nudge: 'idle', idle: { ...idle, name: 'big', gpus: 3 }, gpusInAll: 4 }]],
  ['what stands idle even where this is refused', [{ verdict: 'refuse' }, { idle: [idle] }], [{ nudge: 'idle', idle, gpusInAll: 1 }]],
  ['nothing of idle GPUs where none is asked for', [{ devices: '0' }, { idle: [idle] }], []],
  ['that a second of the same is looked at together with this', [{ devices: '8' }], [{ nudge: 'pieces', given: '0', most: 8, minutes: 60 }]],
  ['that, too, where some was given already', [{ devices: '3', pieces: { given: '3', most: 8, minutes: 60 } }], [{ nudge: 'pieces', given: '3', most: 8, minutes: 60 }]],
  ['nothing of pieces, where a second would pass as well', [{ devices: '4' }], []],
  ['nothing of pieces of what is held', [{ ...held, nearest: [], devices: '8' }], []],
  ['nothing of pieces past what one is given', [{ devices: '9' }], []],
  ['all of it, in one order', [{ ...held, amounts: open.amounts }, { open: [open], idle: [idle] }], [{ nudge: 'fewer_starts', change: eight }, { nudge: 'same_open', wish: open }, { nudge: 'idle', idle, gpusInAll: 1 }]],
])('it tells %s', (_says, given, expected) => { expect(told(...given)).toEqual(expected) })

const now = '2026-11-21T12:00:00.000Z'
const running: Running = { allocation: 'i', name: 'idle-bench', pods: 2, gpus: 2, shares: [0, 50], runningSince: '2026-11-21T11:00:00.000Z' }
test.each<[string, Partial<Running>, boolean]>([
  ['an hour of next to nothing in every pod', {}, true], ['a little more in one', { shares: [0, 51] }, false], ['a pod that nobody measures', { shares: [0, null] }, false], ['a pod that nobody reports', { shares: [0] }, false],
  ['less than an hour', { runningSince: '2026-11-21T11:00:00.001Z' }, false], ['what does not run', { runningSince: null }, false], ['what has no GPU', { gpus: 0 }, false],
])('idle is %s: %o', (_says, part, expected) => { expect(isIdle({ ...running, ...part }, now)).toBe(expected) })
