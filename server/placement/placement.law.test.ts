/** Random plays over random fleets. The seeds are in the names: a play that fails can be played again. */
import { expect, test } from 'vitest'
import { findCandidates, Search } from './candidates'
import { type Allowed, type Shape, type Where, whyNotNow, whyNotThere } from './decide-feasible'
import { Fleet, type Node } from './fleet'
import { fgd } from './policies/fgd'
import { ours } from './policies/ours'
import { type Policy, rate } from './policies/policy'
import { below, type Random, randomOf, share } from './replay/random'
import { type Typical, typicalOf } from './typical'

const models = ['A100', 'G2', 'T4']
const regions = ['eu-1', 'eu-2', 'us-1']
const tenants = ['acme', 'globex']
const oneOf = <T>(list: readonly [T, ...T[]] | readonly T[], random: Random): T => {
  const chosen = list[below(list.length, random)]
  if (chosen === undefined) throw new Error('There is nothing to choose from.')
  return chosen
}
const some = <T>(list: readonly T[], random: Random) => list.filter(() => share(random) < 0.6)

function anyWhere(random: Random): Where {
  const owner = share(random) < 0.2 ? oneOf(tenants, random) : null
  return {
    region: share(random) < 0.05 ? null : oneOf(regions, random), cluster: oneOf(['a', 'b'], random), pool: 'gpu', model: share(random) < 0.1 ? null : oneOf(models, random), gpuMemoryBytes: oneOf([16, 80], random),
    taints: share(random) < 0.2 ? ['spot'] : [], isolation: owner === null ? 1 : oneOf([2, 3, 4], random), owner, cordoned: share(random) < 0.05,
  }
}
function anyNode(at: number, random: Random): Node {
  const where = anyWhere(random)
  const cpuMilli = oneOf([16_000, 64_000, 96_000], random)
  const memoryBytes = oneOf([64, 256], random)
  return { ...where, id: `node-${at}`, version: 0, cpuMilli, memoryBytes, cpuMilliFree: cpuMilli, memoryBytesFree: memoryBytes, gpuMilliFree: where.model === null ? [] : Array<number>(oneOf([1, 2, 8], random)).fill(1000) }
}
function anyShape(random: Random): Shape {
  const gpus = oneOf([0, 1, 1, 1, 1, 2, 8], random)
  return {
    cpuMilli: oneOf([1000, 4000, 11_000, 20_000], random), memoryBytes: oneOf([0, 8, 40], random), gpus, gpuMilli: gpus === 0 ? 0 : gpus > 1 ? 1000 : oneOf([160, 320, 470, 810, 1000], random),
    models: gpus > 0 && share(random) < 0.3 ? some(models, random) : 'any', gpuMemoryBytes: gpus > 0 && share(random) < 0.1 ? 80 : 0,
  }
}
const anyAllowed = (random: Random): Allowed => ({
  tenant: oneOf(tenants, random), isolation: share(random) < 0.2 ? oneOf([2, 3], random) : 1, tolerates: share(random) < 0.5 ? ['spot'] : [],
  regions: share(random) < 0.4 ? some(regions, random) : 'any', clusters: share(random) < 0.2 ? ['a'] : 'any', pools: 'any',
})
const anyTypical = (random: Random): readonly Typical[] => typicalOf(Array.from({ length: 60 }, () => ({ shape: anyShape(random), regions: share(random) < 0.3 ? some(regions, random) : ('any' as const) })))

/** Every node is asked. The same answer, without anything that is kept. */
function asked(fleet: Fleet, ids: readonly string[], policy: Policy, shape: Shape, allowed: Allowed, howMany: number) {
  return ids.flatMap((id, order) => {
    const node = fleet.node(id)
    if (!node || whyNotThere(node, shape, allowed) || whyNotNow(node, shape)) return []
    const market = fleet.markets.findIndex(({ region, model }) => region === node.region && model === node.model)
    const { score, gpus } = rate(policy, node, market < 0 ? null : market, shape)
    return [{ order, score: score - (market >= 0 && node.owner === null ? policy.charge(market, shape) : 0), candidate: { id, version: node.version, gpus } }]
  }).sort((a, b) => b.score - a.score || a.order - b.order).slice(0, howMany).map(({ candidate }) => candidate)
}

type Running = { id: string; shape: Shape; gpus: readonly number[] }
type Play = { fleet: Fleet; ids: readonly string[]; search: Search; policy: Policy; random: Random; running: Running[] }
function begin(seed: number, make: typeof ours, nodes = 60): Play {
  const random = randomOf(seed)
  const rows = Array.from({ length: nodes }, (_, at) => anyNode(at, random))
  const fleet = new Fleet(rows)
  const policy = make(anyTypical(random), fleet)
  return { fleet, ids: rows.map(({ id }) => id), search: new Search(fleet, policy), policy, random, running: [] }
}
/** One turn: a wish is placed on one of its candidates, or something ends, or a node's row says something else. */
function turn({ fleet, ids, search, random, running }: Play): void {
  const dice = share(random)
  if (dice < 0.6) {
    const shape = anyShape(random)
    const [first, second] = findCandidates(search, shape, anyAllowed(random))
    if (!first) return
    const chosen = oneOf(second ? [first, second] : [first], random)
    fleet.place(chosen.id, shape, chosen.gpus)
    running.push({ id: chosen.id, shape, gpus: chosen.gpus })
  } else if (dice < 0.95) {
    for (const { id, shape, gpus } of running.splice(below(running.length + 1, random), 1)) fleet.release(id, shape, gpus)
  } else {
    const node = fleet.node(oneOf(ids, random))
    if (node) fleet.learn({ ...node, version: node.version + 1, cordoned: share(random) < 0.5 })
  }
}

test.each([['ours', 1, ours], ['ours', 2, ours], ['ours', 3, ours], ['fgd', 4, fgd], ['fgd', 5, fgd]] as const)('what is kept answers as asking every node would: %s, seed %i', (_name, seed, make) => {
  const play = begin(seed, make)
  let answered = 0
  for (let count = 0; count < 200; count++) {
    turn(play)
    const [shape, allowed] = [anyShape(play.random), anyAllowed(play.random)]
    const found = findCandidates(play.search, shape, allowed)
    expect(found).toEqual(asked(play.fleet, play.ids, play.policy, shape, allowed, 8))
    answered += found.length
  }
  expect(answered).toBeGreaterThan(200)
})

test('a ranking that is a little behind when changes are forgotten misses none of them', () => {
  const random = randomOf(6)
  const rows = Array.from({ length: 40 }, (_, at): Node => ({ ...anyNode(at, random), region: 'eu-1', cluster: 'a', model: 'T4', gpuMemoryBytes: 16, taints: [], isolation: 1, owner: null, cordoned: false, cpuMilli: 9000 + at, cpuMilliFree: 9000 + at, gpuMilliFree: [1000, 1000] }))
  const fleet = new Fleet(rows)
  const policy = ours(anyTypical(random), fleet)
  const search = new Search(fleet, policy)
  const [half, open]: [Shape, Allowed] = [{ cpuMilli: 1000, memoryBytes: 0, gpus: 1, gpuMilli: 500, models: 'any', gpuMemoryBytes: 0 }, { ...anyAllowed(random), isolation: 1, regions: 'any', clusters: 'any' }]
  for (let count = 0; count < 2500; count++) {
    const { id } = rows[below(rows.length, random)] ?? { id: '' }
    const takes = fleet.node(id)?.gpuMilliFree[0] === 1000
    if (takes) fleet.place(id, half, [0])
    else fleet.release(id, half, [0])
    if (count % 3 === 0) expect(findCandidates(search, half, open, 40)).toEqual(asked(fleet, rows.map((row) => row.id), policy, half, open, 40))
  }
})

test.each([11, 12, 13])('placing and releasing are each other’s inverse, and a version never comes again: seed %i', (seed) => {
  const play = begin(seed, ours)
  for (let count = 0; count < 150; count++) {
    turn(play)
    const shape = anyShape(play.random)
    for (const { id, version, gpus } of findCandidates(play.search, shape, anyAllowed(play.random), 1)) {
      const before = play.fleet.node(id)
      const markets = structuredClone(play.fleet.markets)
      expect(play.fleet.place(id, shape, gpus)).toBe(version + 1)
      expect(play.fleet.release(id, shape, gpus)).toBe(version + 2)
      expect(play.fleet.node(id)).toEqual({ ...before, version: version + 2 })
      expect(play.fleet.markets).toEqual(markets)
    }
  }
  for (const { id, shape, gpus } of play.running) play.fleet.release(id, shape, gpus)
  for (const id of play.ids) {
    const node = play.fleet.node(id)
    expect(node).toMatchObject({ cpuMilliFree: node?.cpuMilli, memoryBytesFree: node?.memoryBytes })
    expect(node?.gpuMilliFree.every((free) => free === 1000)).toBe(true)
  }
})

test.each([21, 22])('the same play ends in the same places: seed %i', (seed) => {
  const end = () => {
    const play = begin(seed, ours)
    for (let count = 0; count < 200; count++) turn(play)
    return play.ids.map((id) => play.fleet.node(id))
  }
  expect(end()).toEqual(end())
})

test.each([31, 32, 33])('nobody is placed where they may not be, nor where they do not fit: seed %i', (seed) => {
  const play = begin(seed, ours)
  let seen = 0
  for (let count = 0; count < 200; count++) {
    turn(play)
    const [shape, allowed] = [anyShape(play.random), anyAllowed(play.random)]
    for (const { id, gpus } of findCandidates(play.search, shape, allowed)) {
      const node = play.fleet.node(id)
      if (!node) throw new Error('A candidate that is no node.')
      expect([whyNotThere(node, shape, allowed), whyNotNow(node, shape)]).toEqual([null, null])
      expect(new Set(gpus).size).toBe(shape.gpus)
      expect(gpus.every((gpu) => (node.gpuMilliFree[gpu] ?? -1) >= shape.gpuMilli)).toBe(true)
      seen++
    }
  }
  expect(seen).toBeGreaterThan(200)
})
