import { expect, test } from 'vitest'
import { CreateAllocation } from '~/server/allocations/create-allocation'
import { type AllocationWish, fieldOfLimit, readWish, wishFieldOf } from './read-wish'

const typed: AllocationWish = { name: ' tune ', namespace: 'training', class: 'normal', pods: '2', gpus: '1', cpu: '500m', memory: '', by: 'models', models: 'A100, H100,', gpuMemory: '', region: '', hours: '24', costCenter: 'ml-7', purpose: 'To tune it.', waits: '' }
const known = [{ model: 'A100', memory: String(80n * 2n ** 30n), free: 'some' }, { model: 'T4', memory: String(16n * 2n ** 30n), free: 'none' }] as const
const read = (part: Partial<AllocationWish>) => readWish('aurora', { ...typed, ...part }, { models: known, hours: { most: 720 } })

test('what was typed is what the door takes', () => {
  const { input, problems } = read({})
  expect(problems).toEqual([])
  expect(input).toEqual({
    tenant: 'aurora', namespace: 'training', name: 'tune', class: 'normal', pods: 2, each: { 'nvidia.com/gpu': '1', cpu: '500m' }, models: ['A100', 'H100'], region: null, hours: 24, labels: { 'cost-center': 'ml-7' },
    purpose: 'To tune it.', pod: null, claims: [], waits: false,
  })
  expect(CreateAllocation.safeParse(input).success).toBe(true)
  expect(read({ waits: 'yes' }).input).toMatchObject({ waits: true })
  expect(read({ region: 'eu-north-1', hours: '', models: '', costCenter: '' }).input).toMatchObject({ region: 'eu-north-1', hours: null, models: [], labels: {} })
})
test.each<[Partial<AllocationWish>, string[]]>([
  [{ name: '' }, ['name']], [{ name: 'Fine tuning' }, ['name']], [{ name: 'Tune', gpus: 'many' }, ['name', 'gpus']], [{ name: 'a'.repeat(64) }, ['name']], [{ namespace: '' }, ['namespace']],
  [{ pods: '0' }, ['pods']], [{ pods: '1001' }, ['pods']], [{ pods: '1.5' }, ['pods']], [{ pods: '' }, ['pods']],
  [{ gpus: 'many' }, ['gpus']], [{ gpus: '0.5' }, ['gpus']], [{ gpus: '-1' }, ['gpus']], [{ cpu: '8 cores' }, ['cpu']], [{ memory: '32 GiB' }, ['memory']],
  [{ gpus: '', cpu: '', memory: '' }, ['gpus']],
  [{ hours: '0' }, ['hours']], [{ hours: '721' }, ['hours']],
  [{ name: '', pods: 'x', purpose: ' ' }, ['purpose', 'name', 'pods']],
  [{ by: 'memory', gpuMemory: 'much' }, ['gpuMemory']], [{ by: 'memory', gpuMemory: '81' }, ['gpuMemory']],
])('%j is to be mended at %j', (part, fields) => {
  expect(read(part).problems.map(({ field }) => field)).toEqual(fields)
  expect(read(part).input).toBeNull()
})
test('for how many hours is said as the place has it', () => expect(read({ hours: '721' }).problems).toEqual([{ field: 'hours', says: 'Write a whole number from 1 to 720, or nothing.' }]))
test.each([
  ['A pod here may ask for at most 16 of nvidia.com/gpu; this one asks for 40.', 'gpus'], ['A pod here must ask for at least 1Gi of memory; this one asks for 1Mi.', 'memory'],
  ['A pod here must say how much cpu it asks for, and at least 1.', 'cpu'], ['A pod here may ask for at most 0 of nvidia.com/gpu-milli; this one asks for 40.', undefined],
])('%s is told at %s', (says, field) => expect(fieldOfLimit(says)).toBe(field))
test('what would happen may be asked before the purpose is written, and only then', () => {
  const { input, problems } = read({ purpose: '' })
  expect(problems.map(({ field }) => field)).toEqual(['purpose'])
  expect(CreateAllocation.safeParse(input).success).toBe(true)
})
test.each([
  ['each.nvidia.com/gpu', 'gpus'], ['each', 'gpus'], ['each.cpu', 'cpu'], ['labels.cost-center', 'costCenter'], ['models.0', 'models'], ['name', 'name'], ['tenant', null], ['pod', null], ['constructor', null],
])('what the door says of %s stands at %s', (path, field) => { expect(wishFieldOf(path)).toBe(field) })
test('by memory, the models are those that have as much each; without a figure, any', () => {
  const models = (gpuMemory: string) => read({ by: 'memory', gpuMemory, models: 'H100' }).input?.models
  expect([models('16'), models('17'), models('')]).toEqual([['A100', 'T4'], ['A100'], []])
  expect(read({ by: 'memory', gpuMemory: '81' }).problems[0]?.says).toBe('No GPU that you may use has that much; the largest has 80 GiB.')
  expect(read({ by: 'models', gpuMemory: 'much' }).input?.models).toEqual(['A100', 'H100'])
})
