/** Random nodes, small enough to try every set of victims there is. The seeds are in the names. */
import { expect, test } from 'vitest'
import { goesFirst, isSpared, type Lent } from '~/server/ledger/decide-reclaim'
import { whyNotNow } from '~/server/placement/decide-feasible'
import type { NodeRow } from '~/server/placement/decide-node'
import { below, type Random, randomOf } from '~/server/placement/replay/random'
import { decideLentNodes, type LentThere } from './decide-lent-nodes'
import type { Want } from './decide-placement'

const gpu = 'nvidia.com/gpu'
const peace = { now: '2026-11-21T12:00:00.000Z', minutes: 60 }
const node = (id: string, gpus: number): NodeRow => ({ id, version: 1, region: 'eu-1', cluster: 'c', pool: 'p', model: 'A100', gpuMemoryBytes: 0, taints: [], isolation: 1, owner: null, cordoned: false, cpuMilliFree: 0, memoryBytesFree: 0, gpuMilliFree: Array<number>(gpus).fill(0) })
function anyLent(allocation: string, on: string, gpus: number, random: Random): LentThere {
  const own = Array.from({ length: gpus }, (_, at) => at).filter(() => below(3, random) === 0)
  const cpuMilli = below(3, random)
  return {
    allocation, tenant: ['b', 'd'][below(2, random)] ?? 'b', priority: below(3, random), since: `2026-11-21T1${below(2, random)}:00:00.000Z`, preemptions: below(6, random) === 0 ? 3 : 0, amounts: { cpu: `${cpuMilli}`, [gpu]: `${own.length}` },
    stands: { each: { cpuMilli, memoryBytes: 0, gpuMilli: 1000 }, pods: [{ node: on, gpus: own }] },
  }
}
const freed = (row: NodeRow, gone: readonly LentThere[]) => {
  const here = gone.flatMap(({ stands }) => (stands?.pods[0]?.node === row.id ? [stands] : []))
  return { cpuMilliFree: here.reduce((sum, { each }) => sum + each.cpuMilli, 0), memoryBytesFree: 0, gpuMilliFree: row.gpuMilliFree.map((_, at) => Math.min(1000, here.filter(({ pods }) => pods[0]?.gpus.includes(at)).length * 1000)) }
}
/** From the one that one would spare most: each of somebody who is above their own by then, in what is missing where it stands, or above. */
function mayGo(set: readonly LentThere[], row: NodeRow, missing: Record<string, bigint>, want: Want, above: Record<string, Record<string, string>>): boolean {
  const lacks = [...((want.shape?.cpuMilli ?? 0) > 0 ? ['cpu'] : []), ...((want.shape?.gpus ?? 0) > 0 ? [gpu] : [])]
  const gone: Lent[] = []
  return set.toSorted(goesFirst).reverse().every((one) => {
    const of = [...Object.keys(missing), ...(one.stands?.pods[0]?.node === row.id ? lacks : [])]
    const may = !isSpared(one, peace) && of.some((resource) => BigInt(one.amounts[resource] ?? 0) > 0n && BigInt(above[one.tenant]?.[resource] ?? 0) > gone.filter(({ tenant }) => tenant === one.tenant).reduce((sum, { amounts }) => sum + BigInt(amounts[resource] ?? 0), 0n))
    gone.push(one)
    return may
  })
}
const price = (set: readonly Lent[]) => [set.length, ...set.toSorted(goesFirst).reverse().flatMap(({ priority, since }) => [priority, -Date.parse(since)])]
const isLess = (one: readonly number[], other: readonly number[]) => {
  const at = one.findIndex((figure, n) => figure !== other[n])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}
const subsets = (list: readonly LentThere[]) => Array.from({ length: 2 ** list.length }, (_, mask) => list.filter((_, at) => mask & (1 << at)))

test.each([1, 2, 3])('whoever gives back makes room on one node and above, nobody falls below their own, and no set there is would cost less: seed %i', (seed) => {
  const random = randomOf(seed)
  let [made, refused] = [0, 0]
  for (let play = 0; play < 120; play++) {
    const gpus = 1 + below(3, random)
    const nodes = [node('m', gpus), node('n', gpus)]
    const all = nodes.flatMap(({ id }) => Array.from({ length: below(5, random) }, (_, at) => anyLent(`${id}${at}`, id, gpus, random)))
    const want: Want = { pods: 1, shape: { cpuMilli: 1 + below(3, random), memoryBytes: 0, gpus: below(gpus + 1, random), gpuMilli: 1000, models: 'any', gpuMemoryBytes: 0 }, allowed: { tenant: 'own', isolation: 1, regions: ['eu-1'], clusters: 'any', pools: 'any' }, tolerations: [], unplaceable: [] }
    const missing: Record<string, bigint> = below(2, random) === 0 ? {} : { cpu: BigInt(1 + below(4, random)) }
    const above = { b: { cpu: `${below(5, random)}`, [gpu]: `${below(4, random)}` }, d: { cpu: `${below(5, random)}`, [gpu]: `${below(4, random)}` } }
    const frees = (set: readonly LentThere[]) => Object.entries(missing).every(([resource, amount]) => set.reduce((sum, { amounts }) => sum + BigInt(amounts[resource] ?? 0), 0n) >= amount)
    const found = nodes.flatMap((row) => subsets(all).filter((set) => frees(set) && want.shape !== null && whyNotNow(freed(row, set), want.shape) === null && mayGo(set, row, missing, want, above)).map((set) => ({ row, set })))
    const back = decideLentNodes(want, { all, above, nodes }, missing, peace)
    expect(back !== null).toBe(found.length > 0)
    if (!back) {
      refused++
      continue
    }
    const victims = all.filter((one) => back.victims.includes(one))
    expect(found.some(({ row, set }) => row.id === back.placement.pods[0]?.node && set.length === victims.length && set.every((one) => victims.includes(one)))).toBe(true)
    expect(found.filter(({ set }) => isLess(price(set), price(victims)))).toEqual([])
    made++
  }
  expect(Math.min(made, refused)).toBeGreaterThan(10)
})
