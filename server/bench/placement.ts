/**
 * How many decisions a second one thread makes, and how long the slow ones take: on a file's nodes and tasks, or on fleets of its own making that are kept nine tenths full.
 * Time is what the process itself used, with all that it does beside the one thread: what else the machine has to do says nothing about this.
 */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { findCandidates, Search } from '~/server/placement/candidates'
import type { Allowed } from '~/server/placement/decide-feasible'
import { Fleet, type Node } from '~/server/placement/fleet'
import { ours } from '~/server/placement/policies/ours'
import { below, type Random, randomOf, share, shuffled } from '~/server/placement/replay/random'
import { arrivalsOf, parseNodes, parseTasks } from '~/server/placement/replay/trace'
import { gpuMilliOf, typicalOf, type Wish } from '~/server/placement/typical'
import { makeNodes } from './nodes'

type Measure = { name: string; value: number; unit: string; goal: number | null; isAtLeast: boolean }
const { values: options } = parseArgs({ options: { nodes: { type: 'string' }, pods: { type: 'string' }, json: { type: 'boolean', default: false } } })

/** Each decision as it is made in the engine: up to eight candidates, of which the first is placed. */
class Decisions {
  readonly times: number[] = []
  readonly #running: { id: string; wish: Wish; gpus: readonly number[] }[] = []
  readonly #search: Search
  readonly #fleet: Fleet
  readonly #capacityMilli: number
  #allocatedMilli = 0
  constructor(nodes: readonly Node[], wishes: readonly Wish[]) {
    this.#fleet = new Fleet(nodes)
    this.#search = new Search(this.#fleet, ours(typicalOf(wishes), this.#fleet))
    this.#capacityMilli = nodes.reduce((sum, { gpuMilliFree }) => sum + gpuMilliFree.length * 1000, 0)
  }
  get load(): number { return this.#allocatedMilli / this.#capacityMilli }
  decide(wish: Wish): void {
    const began = usedMs()
    const [first] = findCandidates(this.#search, wish.shape, { ...anyone, regions: wish.regions })
    if (first) this.#fleet.place(first.id, wish.shape, first.gpus)
    this.times.push(usedMs() - began)
    if (!first) return
    this.#running.push({ id: first.id, wish, gpus: first.gpus })
    this.#allocatedMilli += gpuMilliOf(wish.shape)
  }
  endOne(random: Random): void {
    if (this.#running.length === 0) return
    const at = below(this.#running.length, random)
    const last = this.#running.pop()
    const ended = at < this.#running.length ? this.#running[at] : last
    if (!ended || !last) return
    if (at < this.#running.length) this.#running[at] = last
    this.#fleet.release(ended.id, ended.wish.shape, ended.gpus)
    this.#allocatedMilli -= gpuMilliOf(ended.wish.shape)
  }
}
function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const anyone: Allowed = { tenant: 'bench', isolation: 1, tolerates: [], regions: 'any', clusters: 'any', pools: 'any' }

/** Two hundred shapes, some of them far more frequent than others; a quarter bound to models, a third to regions. */
function makeWishes(random: Random): Wish[] {
  const shapes = Array.from({ length: 200 }, (): Wish => {
    const gpus = [0, 1, 1, 1, 1, 1, 1, 1, 2, 8][below(10, random)] ?? 1
    return {
      shape: {
        cpuMilli: 1000 + 500 * below(40, random), memoryBytes: 2 ** 30 * (1 + below(32, random)), gpus, gpuMilli: gpus === 0 ? 0 : gpus > 1 ? 1000 : ([1000, 1000, 1000, 810, 470, 320, 230][below(7, random)] ?? 1000),
        models: gpus > 0 && below(4, random) === 0 ? [['T4'], ['G2', 'G3'], ['V100', 'P100']][below(3, random)] ?? 'any' : 'any', gpuMemoryBytes: 0,
      },
      regions: below(3, random) === 0 ? [`region-${below(3, random)}`] : 'any',
    }
  })
  return Array.from({ length: 4000 }, () => shapes[Math.floor(shapes.length * share(random) ** 3)]).flatMap((wish) => wish ?? [])
}

const quantile = (times: readonly number[], share: number) => times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
const median = (values: readonly number[]) => quantile(values, 0.5)
const perSecond = (times: readonly number[]) => (1000 * times.length) / times.reduce((sum, time) => sum + time, 0)
const rateGoal = 6800
const slowGoalMs = 5

function onFiles(nodesFile: string, podsFile: string): Measure[] {
  const random = randomOf(42)
  const nodes = shuffled(parseNodes(readFileSync(nodesFile, 'utf8')), random)
  const tasks = parseTasks(readFileSync(podsFile, 'utf8'))
  const decisions = new Decisions(nodes, tasks)
  // From an empty fleet to one that is overfull: the first decisions, with nothing kept yet, count as the last do.
  for (const task of arrivalsOf(tasks, nodes.reduce((sum, { gpuMilliFree }) => sum + gpuMilliFree.length * 1000, 0), 1.3, random)) decisions.decide(task)
  return [rate(`decisions on ${nodes.length} nodes`, decisions.times), slow(`p99 on ${nodes.length} nodes`, decisions.times)]
}
const rate = (name: string, times: readonly number[]): Measure => ({ name, value: perSecond(times), unit: 'per second', goal: rateGoal, isAtLeast: true })
const slow = (name: string, times: readonly number[]): Measure => ({ name, value: quantile(times, 0.99), unit: 'ms', goal: slowGoalMs, isAtLeast: false })

const sizes = [400, 1213, 4000, 10_000, 100_000] as const
/** Interleaved, so that what else the machine does falls on all alike. */
const rounds = 7
const decisionsARound = 1500
function onFleets(): Measure[] {
  const random = randomOf(7)
  const wishes = makeWishes(random)
  const fleets = sizes.map((size) => {
    const decisions = new Decisions(makeNodes(size, random), wishes)
    let untouched = 0
    while (decisions.load < 0.9 && untouched < 1000) {
      const before = decisions.load
      decisions.decide(wishes[below(wishes.length, random)] ?? fail())
      untouched = decisions.load === before ? untouched + 1 : 0
    }
    return { size, decisions, rounds: [] as (readonly number[])[] }
  })
  for (let round = 0; round < rounds; round++) for (const { decisions, rounds: seen } of fleets) {
    decisions.times.length = 0
    for (let count = 0; count < decisionsARound; count++) {
      decisions.decide(wishes[below(wishes.length, random)] ?? fail())
      if (decisions.load > 0.9) decisions.endOne(random)
    }
    seen.push([...decisions.times])
  }
  const slowOf = (wanted: number) => (fleets.find(({ size }) => size === wanted)?.rounds ?? []).map((times) => quantile(times, 0.99))
  const [few, many] = [slowOf(400), slowOf(4000)]
  return [
    ...fleets.flatMap(({ size, rounds: seen }): Measure[] => {
      const measures = [rate(`decisions on ${size} nodes`, seen.flat()), { ...slow(`p99 on ${size} nodes`, seen.flat()), value: median(seen.map((times) => quantile(times, 0.99))) }]
      return size <= 1213 ? measures : measures.map((measure) => ({ ...measure, goal: null }))
    }),
    { name: 'p99 on 4000 nodes by p99 on 400', value: median(many.map((time, at) => time / (few[at] ?? Number.NaN))), unit: 'times', goal: 2, isAtLeast: false },
  ]
}
function fail(): never { throw new Error('There are no wishes.') }

const measures = options.nodes && options.pods ? onFiles(options.nodes, options.pods) : onFleets()
for (const { name, value, unit, goal, isAtLeast } of measures) {
  const ratio = goal === null ? null : value / goal
  const holds = ratio === null ? null : isAtLeast ? ratio >= 1 : ratio <= 1
  if (holds === false) process.exitCode = 1
  const digits = value >= 100 ? 0 : 3
  if (options.json) console.log(JSON.stringify({ name, value: Number(value.toFixed(digits)), unit, ratio: ratio === null ? null : Number(ratio.toFixed(3)), goal, holds }))
  else console.log(`${holds === null ? '     ' : holds ? 'ok   ' : 'FALLS'} ${name}: ${value.toFixed(digits)} ${unit}${goal === null ? '' : ` (${isAtLeast ? 'at least' : 'at most'} ${goal})`}`)
}
