import { expect, test } from 'vitest'
import { gpuMilliOf } from '../typical'
import { policyNames } from './policies/policies'
import { randomOf } from './random'
import { replay } from './replay'
import { bind, spread } from './residency'
import { oursByFgd, summarise } from './summarise'
import { arrivalsOf, parseNodes, parseTasks, setOut } from './trace'

const nodes = parseNodes(`sn,cpu_milli,memory_mib,gpu,model\n${Array.from({ length: 12 }, (_, at) => `node-${at},${at % 3 === 0 ? 104_000 : 96_000},1024,${at % 3 === 0 ? 2 : 8},${at % 3 === 0 ? 'T4' : 'G2'}`).join('\n')}\n`)
const lines = ['11300,64,1,1000,', '3152,4,1,810,', '11908,4,1,470,', '8000,4,1,470,', '4000,4,1,320,', '12500,8,0,0,', '16000,32,8,1500,', '4000,4,1,230,T4', '24000,4,2,1000,G2|T4']
const tasks = parseTasks(`name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec\n${Array.from({ length: 90 }, (_, at) => `pod-${String(at).padStart(3, '0')},${lines[at % lines.length]}`).join('\n')}\n`)
const capacityMilli = 12 * 8000 - 4 * 6000

test('a file is read as the protocol says: at most a whole of each GPU, no models for those who take none', () => {
  expect(tasks.find(({ shape }) => shape.gpus === 8)?.shape).toMatchObject({ gpuMilli: 1000, models: 'any', memoryBytes: 32 * 2 ** 20 })
  expect(tasks.find(({ shape }) => shape.gpus === 2)?.shape.models).toEqual(['G2', 'T4'])
  expect(tasks.find(({ shape }) => shape.gpus === 0)?.shape).toMatchObject({ gpuMilli: 0, models: 'any' })
  expect(() => parseTasks('name,cpu_milli,memory_mib,num_gpu,gpu_milli\na,,0,1,500\n')).toThrow('cpu_milli')
})
test('arrivals go on until the next would go beyond the load, and begin with every task there is', () => {
  const arrivals = arrivalsOf(tasks, capacityMilli, 3, randomOf(42))
  const asked = arrivals.reduce((sum, { shape }) => sum + gpuMilliOf(shape), 0)
  expect(asked).toBeGreaterThan(3 * capacityMilli - 2000)
  for (const [at, { shape }] of arrivals.entries()) {
    if (at >= tasks.length) expect(arrivals.slice(0, at).reduce((sum, before) => sum + gpuMilliOf(before.shape), 0) + shape.gpuMilli).toBeLessThanOrEqual(3 * capacityMilli)
  }
  expect(arrivals.slice(0, tasks.length).map(({ name }) => name).sort()).toEqual(tasks.map(({ name }) => name))
  expect(arrivals.slice(0, tasks.length).map(({ name }) => name)).not.toEqual(tasks.map(({ name }) => name))
})
test('tasks and nodes come in the order in which the published simulator has them for the seed, past what it draws in between for itself', () => {
  const { arrivals, inOrder } = setOut([...nodes].reverse(), tasks, { seed: 42, load: 3 })
  const names = arrivals.map(({ name }) => name)
  expect([names.length, names.slice(0, 4), names.slice(-3)]).toEqual([161, ['pod-034', 'pod-021', 'pod-048', 'pod-000'], ['pod-053', 'pod-023', 'pod-078']])
  expect(inOrder.map(({ id }) => id)).toEqual([0, 9, 4, 8, 3, 2, 5, 1, 7, 11, 10, 6].map((at) => `node-${at}`))
})
test('a trace that asks for more is thinned to the load', () => {
  const arrivals = arrivalsOf(tasks, capacityMilli, 0.5, randomOf(42))
  const asked = arrivals.reduce((sum, { shape }) => sum + gpuMilliOf(shape), 0)
  expect(asked).toBeLessThanOrEqual(0.5 * capacityMilli)
  expect(new Set(arrivals.map(({ name }) => name)).size).toBe(arrivals.length)
})

test.each(policyNames)('%s: the same seed has the same outcome, and what is idle is what was not placed', (policy) => {
  const [first, second] = [replay(nodes, tasks, { seed: 42, load: 1.3, policy }), replay(nodes, tasks, { seed: 42, load: 1.3, policy })]
  expect({ ...second, seconds: 0 }).toEqual({ ...first, seconds: 0 })
  expect(first.placed + [...first.failed.values()].reduce((sum, times) => sum + times, 0)).toBe(first.decisions)
  for (const idle of first.unallocated.values()) expect(idle).toBeGreaterThan(0)
})
test.each(policyNames)('%s: with regions bound, many are placed and none elsewhere', (policy) => {
  const { bound, violations } = replay(spread(nodes), bind(tasks), { seed: 42, load: 1.3, policy })
  expect(bound).toBeGreaterThan(10)
  expect(violations).toBe(0)
})
test('two in five are bound, to every set of regions there is; whoever is bound stays so', () => {
  const many = bind(Array.from({ length: 20 }, (_, copy) => tasks.map((task) => ({ ...task, name: `${task.name}-${copy}` }))).flat())
  const bound = many.filter(({ regions }) => regions !== 'any')
  expect(bound.length / many.length).toBeCloseTo(0.4, 1)
  expect(new Set(bound.map(({ regions }) => String(regions))).size).toBe(6)
})

test('means, deviations of a sample, and the ratio in the same run', () => {
  const outcome = (idle: number) => ({ unallocated: new Map([[100, idle]]), failed: new Map([['1 GPU', 2]]), placed: 1, fragmented: 1, decisions: 10, seconds: 2, bound: 0, violations: 0, digest: '' })
  const summary = summarise('a', [{ policy: 'ours', outcomes: [outcome(2), outcome(4)] }, { policy: 'FGD', outcomes: [outcome(6), outcome(6)] }], { FGD: { 100: { mean: 5.5, sd: 0.1 } } })
  expect(summary.policies[0]).toMatchObject({ at: [{ load: 100, mean: 3, published: null }], perSecond: 5, failed: [{ shape: '1 GPU', times: 2 }] })
  expect(summary.policies[0]?.at[0]?.sd).toBeCloseTo(Math.SQRT2, 12)
  expect(summary.policies[1]?.at[0]).toEqual({ load: 100, mean: 6, sd: 0, published: 5.5 })
  expect(oursByFgd([summary, summary], 100)).toBeCloseTo(0.5, 12)
  expect(oursByFgd([summary], 130)).toBeNull()
})

test.each(['ours', 'FGD', 'Random'] as const)('%s places the same by way of admission, through quotas that never bind', (policy) => {
  for (const [on, of] of [[nodes, tasks], [spread(nodes), bind(tasks)]] as const) {
    const [plain, through] = [replay(on, of, { seed: 42, load: 1.3, policy }), replay(on, of, { seed: 42, load: 1.3, policy, quotas: true })]
    expect({ ...through, seconds: 0 }).toEqual({ ...plain, seconds: 0 })
    expect(through.placed).toBeGreaterThan(20)
  }
})
