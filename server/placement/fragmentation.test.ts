import { expect, test } from 'vitest'
import type { Shape, Standing } from './decide-feasible'
import { Fleet, type Node } from './fleet'
import { fragmentation } from './fragmentation'
import { fgd } from './policies/fgd'
import { ours } from './policies/ours'
import { rate } from './policies/policy'
import { pressure } from './pressure'
import type { Typical } from './typical'

const gpu = (gpuMilli: number, cpuMilli = 4000, gpus = 1): Shape => ({ cpuMilli, memoryBytes: 0, gpus, gpuMilli, models: 'any', gpuMemoryBytes: 0 })
const none: Shape = { cpuMilli: 8000, memoryBytes: 0, gpus: 0, gpuMilli: 0, models: 'any', gpuMemoryBytes: 0 }
const of = (model: string, shape: Shape): Shape => ({ ...shape, models: [model] })
const usual = (share: number, shape: Shape, regions: Typical['regions'] = 'any'): Typical => ({ share, shape, regions })
const node = (id: string, model: string, cpuMilli: number, gpuMilliFree: number[], region = 'here'): Node => ({
  id, version: 0, region, cluster: 'c', pool: 'p', model, gpuMemoryBytes: 0, taints: [], isolation: 1, owner: null, cordoned: false,
  cpuMilli, memoryBytes: 0, cpuMilliFree: cpuMilli, memoryBytesFree: 0, gpuMilliFree,
})
const standing = (cpuMilliFree: number, ...gpuMilliFree: number[]): Standing => ({ cpuMilliFree, memoryBytesFree: 0, gpuMilliFree })

// Half of what comes takes half a GPU, three in ten take a whole one, two in ten take none.
const mix = [usual(0.5, gpu(500)), usual(0.3, gpu(1000)), usual(0.2, none)]
const { markets } = new Fleet([node('a', 'T4', 32_000, [1000, 1000]), node('b', 'A100', 32_000, [1000])])
test.each<[says: string, standing: Standing, expected: number]>([
  ['nothing idle, nothing lost', standing(9000, 0, 0), 0],
  ['two whole GPUs are lost to whoever takes none: 0.2 × 2,000', standing(9000, 1000, 1000), 400],
  ['a half is too small for a whole: 0.2 × 1,500 + 0.3 × 500', standing(9000, 1000, 500), 450],
  ['no whole GPU is left, so all is lost to whoever takes one: 0.2 × 900 + 0.3 × 900 + 0.5 × 400', standing(9000, 500, 400), 650],
  ['without CPU all is lost to everybody', standing(3999, 1000, 500), 1500],
])('F by hand: %s', (_says, state, expected) => { expect(fragmentation(mix, markets)(state, 0)).toBeCloseTo(expected, 9) })
test('F by hand: a model that may not be used is lost to those who may not', () => {
  expect(fragmentation([usual(0.6, of('T4', gpu(500))), usual(0.4, gpu(500))], markets)(standing(9000, 1000), 1)).toBeCloseTo(600, 9)
})
test('F by hand: two whole GPUs asked for where one is whole', () => {
  expect(fragmentation([usual(1, gpu(1000, 4000, 2))], markets)(standing(9000, 1000, 700), 0)).toBe(1700)
})

test('ΔF by hand: FGD takes the half that is there before it breaks a whole, and says how much better that is', () => {
  const policy = fgd(mix, new Fleet([node('a', 'T4', 32_000, [1000, 500])]))
  // From 450 (above). Onto the half: 0.2 × 1,000 = 200, a fall of 250. Onto the whole: two halves, 0.2 × 1,000 + 0.3 × 1,000 = 500, a rise of 50.
  expect(rate(policy, standing(9000, 1000, 500), 0, gpu(500))).toEqual({ score: Math.trunc(100 / (1 + Math.exp(-0.25))), gpus: [1] })
})

test('the price by hand: who may go nowhere else, of all that is free, by what is free to them', () => {
  const fleet = new Fleet([node('a', 'T4', 32_000, [1000, 1000]), node('b', 'A100', 32_000, Array<number>(6).fill(1000))])
  const priceOf = pressure([usual(0.4, of('T4', gpu(500))), usual(0.6, gpu(1000))], fleet.markets)
  // They ask for 0.4 × 500 of 800, a quarter; 8,000 are free, 2,000 of them to them.
  expect(priceOf(0)).toBeCloseTo(1, 9)
  expect(priceOf(1)).toBe(0)
  fleet.place('b', gpu(1000, 4000, 4), [0, 1, 2, 3])
  expect(priceOf(0)).toBeCloseTo(0.5, 9)
})
test('who may go anywhere is sent where nobody must go', () => {
  const fleet = new Fleet([node('a', 'T4', 32_000, [1000, 1000]), node('b', 'A100', 32_000, [1000, 1000])])
  const { charge } = ours([usual(0.5, of('T4', gpu(500))), usual(0.5, gpu(500))], fleet)
  expect(charge(0, gpu(500))).toBeGreaterThan(charge(1, gpu(500)))
})
test('regions are priced as models are', () => {
  const fleet = new Fleet([node('a', 'T4', 32_000, [1000], 'eu'), node('b', 'T4', 32_000, [1000], 'us')])
  const priceOf = pressure([usual(0.5, gpu(500), ['eu']), usual(0.5, gpu(500))], fleet.markets)
  expect([priceOf(0), priceOf(1)]).toEqual([1, 0])
})
test('a wish without GPUs is sent where CPU is plenty, and not where the GPUs would starve', () => {
  const policy = ours([usual(1, gpu(1000, 10_000))], new Fleet([node('a', 'T4', 96_000, [1000])]))
  const plenty = rate(policy, standing(40_000, 1000, 1000), 0, none)
  const scarce = rate(policy, standing(20_000, 1000, 1000), 0, none)
  expect(plenty.score).toBe(0)
  // 8,000 of 20,000 thousandths of CPU gone leave enough for 1,200 thousandths of 2,000: 800 starve. F does not see it: one more still fits.
  expect(scarce.score).toBe(-800)
})
test.each<[says: string, typical: Typical[]]>([['nothing is known', []], ['no CPU is usual', [usual(1, gpu(500, 0))]]])('where %s there is a score all the same, and of GPUs that are equal the first is taken', (_says, typical) => {
  const policy = ours(typical, new Fleet([node('a', 'T4', 32_000, [1000])]))
  const { score, gpus } = rate(policy, standing(0, 720, 700), 0, gpu(100, 0))
  expect([Number.isFinite(score), gpus]).toEqual([true, [0]])
})
