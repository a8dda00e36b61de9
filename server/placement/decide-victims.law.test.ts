/** Random nodes, small enough to try every set of victims there is. The seeds are in the names. */
import { expect, test } from 'vitest'
import { type Allowed, type Shape, whyNotNow } from './decide-feasible'
import { decideVictims, type Running, type VictimsWish, without } from './decide-victims'
import { below, type Random, randomOf } from './replay/random'

const now = new Date(1_800_000_000_000)
const allowed: Allowed = { tenant: 'acme', isolation: 1, tolerates: [], regions: 'any', clusters: 'any', pools: 'any' }
const node = (id: string, gpus: number) => ({ id, region: 'eu-1', cluster: 'c', pool: 'p', model: 'T4', gpuMemoryBytes: 0, taints: [], isolation: 1 as const, owner: null, cordoned: false, cpuMilliFree: 0, memoryBytesFree: 0, gpuMilliFree: Array<number>(gpus).fill(0) })
const anyShape = (gpus: number, random: Random): Shape => {
  const howMany = below(gpus + 1, random)
  return { cpuMilli: below(4, random), memoryBytes: below(3, random), gpus: howMany, gpuMilli: howMany === 0 ? 0 : howMany > 1 ? 1000 : [250, 500, 1000][below(3, random)] ?? 1000, models: 'any', gpuMemoryBytes: 0 }
}
function anyRunning(id: string, on: string, gpus: number, random: Random): Running {
  const shape = anyShape(gpus, random)
  return {
    id, node: on, shape, gpus: Array.from({ length: gpus }, (_, gpu) => gpu).slice(below(gpus - shape.gpus + 1, random)).slice(0, shape.gpus), priority: below(5, random), startedAt: new Date(now.getTime() - below(5, random) * 60_000),
  }
}
/** From the one that one would spare most: priority, then age. */
const price = (victims: readonly Running[]) => victims.map(({ priority, startedAt }) => [priority, -startedAt.getTime()] as const).sort((a, b) => b[0] - a[0] || b[1] - a[1])
function isDearer(some: readonly Running[], others: readonly Running[]): boolean {
  if (some.length !== others.length) return some.length > others.length
  const theirs = price(others)
  for (const [at, [priority, age]] of price(some).entries()) {
    const [otherPriority, otherAge] = theirs[at] ?? [0, 0]
    if (priority !== otherPriority) return priority > otherPriority
    if (age !== otherAge) return age > otherAge
  }
  return false
}
const subsets = (list: readonly Running[]) => Array.from({ length: 2 ** list.length }, (_, mask) => list.filter((_, at) => mask & (1 << at)))

test.each([1, 2, 3])('the victims stand on the node, make room, and no set there is would cost less: seed %i', (seed) => {
  const random = randomOf(seed)
  let [made, refused] = [0, 0]
  for (let play = 0; play < 150; play++) {
    const gpus = 1 + below(3, random)
    const nodes = ['a', 'b'].map((id) => node(id, gpus))
    const running = nodes.flatMap(({ id }) => Array.from({ length: below(8, random) }, (_, at) => anyRunning(`${id}${at}`, id, gpus, random)))
    const wish: VictimsWish = { shape: anyShape(gpus, random), allowed }
    const sets = nodes.flatMap((each) => subsets(running.filter((one) => one.node === each.id)).filter((victims) => whyNotNow(without(each, victims), wish.shape) === null))
    const decision = decideVictims(nodes, running, wish)
    expect(decision !== null).toBe(sets.length > 0)
    if (decision) {
      const victims = running.filter(({ id }) => decision.victims.includes(id))
      expect(victims).toHaveLength(decision.victims.length)
      for (const one of victims) expect(one.node).toBe(decision.node)
      expect(sets.filter((others) => isDearer(victims, others))).toEqual([])
      made++
    } else refused++
  }
  expect(Math.min(made, refused)).toBeGreaterThan(10)
})

test('of more sets than anybody can wait for, no more are looked at', () => {
  // Half of them free CPU, half of them memory; nine are too many, and no amount looked at for itself says so.
  const running = Array.from({ length: 200 }, (_, at): Running => ({ id: `s${at}`, node: 'a', shape: { cpuMilli: at % 2, memoryBytes: 1 - (at % 2), gpus: 0, gpuMilli: 0, models: 'any', gpuMemoryBytes: 0 }, gpus: [], priority: 0, startedAt: now }))
  const wish: VictimsWish = { shape: { cpuMilli: 5, memoryBytes: 4, gpus: 0, gpuMilli: 0, models: 'any', gpuMemoryBytes: 0 }, allowed }
  expect(decideVictims([node('a', 8)], running, wish)).toBeNull()
})
