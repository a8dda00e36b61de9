/**
 * F of a node, in thousandths of a GPU: how much of what is idle there the next to come could not use, on the average of what usually comes.
 * For a typical shape that the node cannot take, or that takes no GPU, it is all that is idle; otherwise what is idle on GPUs too small for it.
 */
import { grouped } from '~/server/shared/grouped'
import type { Standing } from './decide-feasible'
import type { Market } from './fleet'
import { mayBuy, type Typical } from './typical'

type Class = { gpus: number; gpuMilli: number; /** By market, then by how many of the steps of CPU there are: what share of all comes here and needs no more than that. */ shares: readonly Float64Array[] }
export type Fragmentation = (standing: Standing, market: number) => number

export function fragmentation(typical: readonly Typical[], markets: readonly Market[]): Fragmentation {
  const withGpus = typical.filter(({ shape }) => shape.gpus > 0)
  const steps = [...new Set(withGpus.map(({ shape }) => shape.cpuMilli))].sort((a, b) => a - b)
  const sharesOf = (alike: readonly Typical[], market: Market) => {
    const shares = new Float64Array(steps.length + 1)
    for (const [at, step] of steps.entries()) shares[at + 1] = (shares[at] ?? 0) + alike.reduce((sum, each) => (each.shape.cpuMilli === step && mayBuy(each, market) ? sum + each.share : sum), 0)
    return shares
  }
  const members = grouped(withGpus, ({ shape }) => `${shape.gpus} ${shape.gpuMilli}`)
  const classes: readonly Class[] = [...members.values()].flatMap((alike) => alike.slice(0, 1).map(({ shape: { gpus, gpuMilli } }) => ({ gpus, gpuMilli, shares: markets.map((market) => sharesOf(alike, market)) })))

  return ({ cpuMilliFree, gpuMilliFree }, market) => {
    let idle = 0
    for (const free of gpuMilliFree) idle += free
    if (idle === 0) return 0
    const reach = stepsWithin(steps, cpuMilliFree)
    let lost = idle
    for (const { gpus, gpuMilli, shares } of classes) {
      let fitting = 0
      let usable = 0
      for (const free of gpuMilliFree) {
        if (free < gpuMilli) continue
        fitting++
        usable += free
      }
      if (fitting >= gpus) lost -= (shares[market]?.[reach] ?? 0) * usable
    }
    return lost
  }
}

function stepsWithin(steps: readonly number[], cpuMilli: number): number {
  let low = 0
  let high = steps.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((steps[middle] ?? 0) <= cpuMilli) low = middle + 1
    else high = middle
  }
  return low
}
