import { expect, test } from 'vitest'
import { dice } from '~/server/testing/dice'
import { decidePodSize, type PodDay, type PodResource, percentileOf, podResources } from './decide-pod-size'

const GiB = 2n ** 30n
const bucketOf = (resource: PodResource, amount: bigint) => podResources[resource].bounds.findIndex((bound) => amount < bound)
const day = (resource: PodResource, age: number, ...amounts: (readonly [amount: bigint, samples: number])[]): PodDay => ({ age, seen: Object.fromEntries(amounts.map(([amount, samples]) => [bucketOf(resource, amount), samples])) })
const said = (resource: PodResource, has: bigint, ...days: PodDay[]) => {
  const size = decidePodSize(resource, has, days)
  return size && [size.enough, size.lower, size.upper]
}

test.each<[string, Parameters<typeof said>, bigint[] | null]>([
  ['sixteen cores of which three are used: four would do', ['cpu', 16_000n, day('cpu', 0, [3_000n, 144])], [3_750n, 3_750n, 3_750n]],
  ['what is used in one look of ten is no need of cores', ['cpu', 16_000n, day('cpu', 0, [1_000n, 130], [15_000n, 14])], [1_250n, 1_250n, 16_000n]],
  ['of memory it is', ['memory', 64n * GiB, day('memory', 0, [4n * GiB, 143], [60n * GiB, 1])], null],
  ['memory that was never used', ['memory', 64n * GiB, day('memory', 0, [4n * GiB, 144])], [19n * GiB / 4n, 19n * GiB / 4n, 19n * GiB / 4n]],
  ['what was used a week ago weighs little', ['cpu', 16_000n, day('cpu', 0, [1_000n, 144]), day('cpu', 6, [15_000n, 144])], [1_250n, 1_250n, 1_250n]],
  ['and yesterday a third', ['cpu', 16_000n, day('cpu', 0, [1_000n, 144]), day('cpu', 1, [15_000n, 144])], null],
  ['memory of a week ago counts whole', ['memory', 64n * GiB, day('memory', 0, [4n * GiB, 144]), day('memory', 6, [60n * GiB, 1])], null],
  ['what needs more than half has what it needs', ['cpu', 4_000n, day('cpu', 0, [2_000n, 144])], null],
  ['half is worth asking', ['cpu', 5_000n, day('cpu', 0, [2_000n, 144])], [2_500n, 2_500n, 2_500n]],
  ['of less than a day of looks nothing is said', ['cpu', 16_000n, day('cpu', 0, [100n, 143])], null],
  ['however many days these were on', ['cpu', 16_000n, day('cpu', 0, [100n, 72]), day('cpu', 1, [100n, 71])], null],
  ['what was never looked at is not idle', ['cpu', 16_000n], null],
  ['what used nothing keeps a quarter of a core', ['cpu', 16_000n, day('cpu', 0, [0n, 144])], [250n, 250n, 250n]],
  ['what is beyond all buckets is not known', ['cpu', 10n ** 12n, { age: 0, seen: { [podResources.cpu.bounds.length]: 144 } }], null],
])('%s', (_says, given, expected) => { expect(said(...given)).toEqual(expected) })

test('each bucket is a twentieth wider than the one before at most, and none is empty', () => {
  for (const { bounds } of Object.values(podResources)) for (const [at, bound] of bounds.slice(1).entries()) {
    const before = bounds[at] ?? 0n
    expect(bound > before && bound * 100n <= before * 105n, String(bound)).toBe(true)
  }
})

/** Every look by itself, and no bucket: the least amount that so much of all weight does not pass. */
function plainly(looks: readonly { readonly amount: bigint; readonly age: number }[], percent: number): bigint {
  const sorted = [...looks].sort((one, other) => (one.amount < other.amount ? -1 : 1))
  const weights = sorted.map(({ age }) => 2n ** BigInt(8 - age))
  const all = weights.reduce((sum, weight) => sum + weight, 0n)
  const upTo = (place: number) => weights.slice(0, place + 1).reduce((sum, weight) => sum + weight, 0n)
  return sorted[weights.findIndex((_, place) => upTo(place) * 100n >= all * BigInt(percent))]?.amount ?? -1n
}
test.each([1, 2, 3, 4])('what is said is the percentile of the looks themselves, and above it by the width of a bucket at most (play %i)', (from) => {
  const throws = dice(from)
  for (const resource of ['cpu', 'memory'] as const) {
    const { bounds } = podResources[resource]
    for (let play = 0; play < 40; play++) {
      const most = 1 + throws(2 ** (4 + throws(16)))
      const looks = Array.from({ length: 1 + throws(600) }, () => ({ amount: BigInt(throws(most)) * (resource === 'memory' ? 2n ** 20n : 1n), age: throws(8) }))
      const days = Array.from({ length: 8 }, (_, age): PodDay => {
        const seen: Record<string, number> = {}
        for (const look of looks.filter((one) => one.age === age)) seen[bucketOf(resource, look.amount)] = (seen[bucketOf(resource, look.amount)] ?? 0) + 1
        return { age, seen }
      })
      for (const percent of [1, 50, 90, 95, 100]) {
        const [found, exact] = [percentileOf(days, bounds, percent) ?? -1n, plainly(looks, percent)]
        expect(found > exact && (exact < (bounds[0] ?? 0n) ? found === bounds[0] : found * 100n <= exact * 105n), `${resource} ${percent}: ${exact} is said to be ${found}`).toBe(true)
      }
    }
  }
})
