/**
 * The simulated cluster: what its nodes say at a moment. Pure: the world as it was last told, what may run, a seed and a clock go in; reports come out, such as any cluster's
 * agent sends. Whatever of a report was lost is said again in the next, so it can be killed between any two.
 */
import { grouped } from '~/server/shared/grouped'
import { type KnownNode, type Load, loadOf } from './decide-report'
import type { ClusterReport, NodePlace, WorkloadReport } from './report'

export type SimulatedNode = KnownNode & { readonly region: string; readonly isolation: number; readonly owner: string | null; readonly tainted: boolean; readonly cordoned: boolean; readonly law: string; /** As it last said it. */ readonly place: NodePlace | null }
/** What was last said to run. `known` is whether the ledger has heard of what it says it is for; `overAt`, since when that is over. */
export type SimulatedWorkload = {
  readonly id: string; readonly cluster: string; readonly node: string; readonly tenant: string | null; readonly namespace: string | null; readonly allocation: string | null
  readonly amounts: Readonly<Record<string, bigint>>; readonly startedAt: string; readonly known: boolean; readonly overAt: string | null
}
/** What may run. Where no nodes were chosen for its pods the cluster chooses, in these regions and of these models (any, where none are named). */
export type Granted = {
  readonly allocation: string; readonly tenant: string; readonly namespace: string; readonly name: string; readonly begins: boolean; readonly pods: number; readonly amounts: Readonly<Record<string, bigint>>
  readonly admittedAt: string; readonly isolation: number; readonly regions: readonly string[]; readonly models: readonly string[]; readonly nodes: readonly string[] | null
  /** When it was last given another size. */
  readonly resizedAt: string | null
}
export type World = { readonly nodes: readonly SimulatedNode[]; readonly workloads: readonly SimulatedWorkload[]; readonly granted: readonly Granted[] }
/** How often, on average, a piece of work fails, and a node says nothing for an hour; null is never. */
export type Nature = { readonly seed: string; readonly failsEveryHours: number | null; readonly silentEveryHours: number | null }

const [secondMs, minuteMs, hourMs] = [1_000, 60_000, 3_600_000]
/** From being let in to running, and from being ended to being gone. */
const takesMs = { start: [20 * secondMs, 60 * secondMs], stop: [0, 15 * secondMs] } as const
const between = ([least, most]: readonly [number, number], chance: number) => least + (most - least) * chance

export function simulate({ nodes, workloads, granted }: World, nature: Nature, now: string): ClusterReport[] {
  const at = Date.parse(now)
  const chance = (...of: readonly (string | number)[]) => chanceOf(nature.seed, ...of)
  const byAllocation = new Map(granted.map((grant) => [grant.allocation, grant]))
  const stays = workloads.filter(({ overAt, allocation }) => overAt === null || at < Date.parse(overAt) + between(takesMs.stop, chance('stop', allocation ?? '')))
  const running = stays.map((workload): Placed => ({ ...resized(workload, byAllocation.get(workload.allocation ?? ''), now), failed: workload.known && workload.overAt === null && hasFailed(workload, nature, at) }))
  const there = new Set(stays.flatMap(({ allocation }) => allocation ?? []))
  const waiting = granted.filter(({ allocation, begins, admittedAt }) => begins && !there.has(allocation) && at >= Date.parse(admittedAt) + between(takesMs.start, chance('start', allocation)))
    .sort((one, other) => (one.admittedAt < other.admittedAt || (one.admittedAt === other.admittedAt && one.allocation < other.allocation) ? -1 : 1))
  const all = [...running, ...begin(nodes, running, waiting, now)]
  const onNode = grouped(all, ({ node }) => node)
  const speaks = nodes.filter(({ id }) => nature.silentEveryHours === null || chance('silent', id, Math.floor(at / hourMs)) >= 1 / nature.silentEveryHours)
  return [...new Set(nodes.map(({ cluster }) => cluster))].sort().map((cluster) => ({
    cluster,
    nodes: speaks.filter((node) => node.cluster === cluster).map((node) => ({
      node: node.id, at: now, place: node.place ?? placeOf(node), model: node.model, gpus: node.gpus, gpuMemory: node.gpuMemory.toString(), cpu: node.cpu.toString(), memory: node.memory.toString(),
      workloads: (onNode.get(node.id) ?? []).map((workload) => reportOf(workload, byAllocation.get(workload.allocation ?? '')?.name ?? '', nature.seed, at)),
    })),
  }))
}

/** A node that nobody has labelled otherwise says what it was made with. */
const placeOf = ({ id, region, law }: SimulatedNode): NodePlace => ({ region, residency: law, jurisdiction: law === 'eu' ? 'gdpr' : null, providerId: `simulated:///${region}a/${id}` })

type Placed = SimulatedWorkload & { readonly failed: boolean }

/** A pod of what was given another size since it began begins again with that, where it is. */
function resized(workload: SimulatedWorkload, grant: Granted | undefined, now: string): SimulatedWorkload {
  if (!grant || grant.resizedAt === null || workload.startedAt >= grant.resizedAt) return workload
  return { ...workload, amounts: amountsOfPod(grant), startedAt: now }
}
const amountsOfPod = ({ amounts, pods }: Granted) => Object.fromEntries(Object.entries(amounts).map(([resource, amount]) => [resource, amount / BigInt(pods)]))

/** Each piece fails once, at a moment that its beginning has settled. */
function hasFailed({ id, startedAt }: SimulatedWorkload, { seed, failsEveryHours }: Nature, at: number): boolean {
  if (failsEveryHours === null) return false
  return at >= Date.parse(startedAt) - Math.log(1 - chanceOf(seed, 'fails', id, startedAt)) * failsEveryHours * hourMs
}

/** All pods of one together, in one cluster, or none of them. A node that a report has cordoned takes nothing new. */
function begin(nodes: readonly SimulatedNode[], running: readonly Placed[], waiting: readonly Granted[], now: string): Placed[] {
  const free = new Map(nodes.map((node) => [node.id, left({ cpu: node.cpu, memory: node.memory, gpuMilli: BigInt(node.gpus) * 1000n }, loadOf(running.filter((workload) => workload.node === node.id && !workload.failed).map(({ amounts }) => amounts)))]))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const clusters = [...new Set(nodes.map(({ cluster }) => cluster))].sort()
  return waiting.flatMap((grant) => {
    const amounts = amountsOfPod(grant)
    const each = loadOf([amounts])
    const chosen = grant.nodes ?? clusters.map((cluster) => chooseNodes(nodes.filter((node) => node.cluster === cluster && mayTake(node, grant, each)), free, each, grant.pods)).find((found) => found !== null)
    if (!chosen || chosen.length !== grant.pods || chosen.some((node) => !byId.has(node))) return []
    const after = new Map(chosen.map((node) => [node, free.get(node) ?? nothing]))
    for (const node of chosen) after.set(node, left(after.get(node) ?? nothing, each))
    if ([...after.values()].some((room) => !fits(room, nothing))) return []
    for (const [node, room] of after) free.set(node, room)
    return chosen.map((node, pod): Placed => ({
      id: `${grant.allocation}-${pod}`, cluster: byId.get(node)?.cluster ?? '', node, tenant: grant.tenant, namespace: grant.namespace, allocation: grant.allocation, amounts, startedAt: now, known: true, overAt: null, failed: false,
    }))
  })
}

const nothing: Load = { cpu: 0n, memory: 0n, gpuMilli: 0n }
const left = (all: Load, taken: Load): Load => ({ cpu: all.cpu - taken.cpu, memory: all.memory - taken.memory, gpuMilli: all.gpuMilli - taken.gpuMilli })
const fits = (free: Load, each: Load) => free.cpu >= each.cpu && free.memory >= each.memory && free.gpuMilli >= each.gpuMilli

function mayTake({ region, isolation, owner, tainted, cordoned, model }: SimulatedNode, grant: Granted, { gpuMilli }: Load): boolean {
  if (cordoned || !grant.regions.includes(region) || isolation < grant.isolation || (owner === null ? tainted : owner !== grant.tenant)) return false
  return gpuMilli === 0n || (model !== null && (grant.models.length === 0 || grant.models.includes(model)))
}

function chooseNodes(nodes: readonly SimulatedNode[], free: ReadonlyMap<string, Load>, each: Load, pods: number): string[] | null {
  const chosen: string[] = []
  for (const { id } of nodes) {
    for (let room = free.get(id) ?? nothing; chosen.length < pods && fits(room, each); room = left(room, each)) chosen.push(id)
    if (chosen.length === pods) return chosen
  }
  return null
}

const reportOf = ({ id, tenant, namespace, allocation, amounts, startedAt, failed }: Placed, name: string, seed: string, at: number): WorkloadReport => ({
  workload: id, tenant, namespace, allocation, amounts: Object.fromEntries(Object.entries(amounts).map(([resource, amount]) => [resource, amount.toString()])),
  ...seenUse({ id, allocation, name }, seed, loadOf([amounts]).gpuMilli > 0n, at), startedAt, failed,
})

/** How much of what it has it uses at a moment. */
export const seenUse = ({ id, allocation, name }: { readonly id: string; readonly allocation: string | null; readonly name: string }, seed: string, hasGpus: boolean, at: number) => useOf(kindOf(name, chanceOf(seed, 'kind', allocation ?? id)), seed, id, hasGpus, at)

type Kind = 'training' | 'serving' | 'notebook' | 'idle' | 'starved' | 'steady'
const begins: readonly (readonly [RegExp, Kind])[] = [[/^(train|tune|sweep|segment|align|forecast)/, 'training'], [/^(serve|score|read)/, 'serving'], [/^(notebook|explore|try)/, 'notebook'], [/^(idle|spare|keep)/, 'idle'], [/^stream/, 'starved'], [/^solve/, 'steady']]
/** What work does, the beginning of its name says; what it does not say, chance does. */
const kindOf = (name: string, chance: number): Kind => begins.find(([how]) => how.test(name))?.[1] ?? (chance < 0.5 ? 'training' : chance < 0.75 ? 'serving' : chance < 0.96 ? 'notebook' : 'idle')

function useOf(kind: Kind, seed: string, id: string, hasGpus: boolean, at: number): { gpuUse: number | null; cpuUse: number; memoryUse: number } {
  const [always, now, lately] = [chanceOf(seed, 'use', id), chanceOf(seed, 'use', id, Math.floor(at / minuteMs)), chanceOf(seed, 'use', id, Math.floor(at / (10 * minuteMs)))]
  const day = Math.sin(((at / hourMs - 9) / 24) * 2 * Math.PI)
  const use = { training: 840 + 120 * always + 40 * now, serving: 420 + 120 * always + 280 * day + 60 * now, notebook: lately < 0.3 ? 250 + 500 * now : 60 * now, idle: 20 * now, starved: 40 + 40 * now, steady: 975 + 20 * now }[kind]
  // What work once took of memory it keeps: a share of its own, that hardly moves.
  const memory = { training: 600 + 250 * always, serving: 420 + 250 * always + 40 * day, notebook: 150 + 300 * always, idle: 40, starved: 700, steady: 90 }[kind] + 10 * now
  // What waits for its data has cores that fetch them; what only reckons needs hardly any.
  const cores = { training: 150 + use * 0.5, serving: 150 + use * 0.5, notebook: 150 + use * 0.5, idle: 10 * now, starved: 700 + 200 * now, steady: 20 + 20 * now }[kind]
  const within = (share: number) => Math.round(Math.min(1000, Math.max(0, share)))
  return { gpuUse: hasGpus ? within(use) : null, cpuUse: within(cores), memoryUse: within(memory) }
}

/** From 0 up to 1, and the same for the same words for ever. */
function chanceOf(...of: readonly (string | number)[]): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(of.join('\0'))) hash = Math.imul(hash ^ byte, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
