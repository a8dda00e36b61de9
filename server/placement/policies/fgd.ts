/** Fragmentation gradient descent (Weng et al., USENIX ATC 2023): the node where F falls most, or grows least. The published figures come from scores of 0 to 100, so that differences below some forty thousandths are ties. */
import { after, type Standing } from '../decide-feasible'
import type { Fleet } from '../fleet'
import { fragmentation } from '../fragmentation'
import type { Typical } from '../typical'
import { type Policy, type Rating, remembered, waysToTake } from './policy'

export function fgd(typical: readonly Typical[], { markets }: Fleet): Policy {
  const ofMarket = fragmentation(typical, markets)
  const fragmented = (standing: Standing, market: number | null) => (market === null ? 0 : ofMarket(standing, market))
  const fragmentedBefore = remembered(fragmented)
  return {
    rate(standing, market, shape) {
      const before = fragmentedBefore(standing, market)
      let best: Rating | null = null
      for (const gpus of waysToTake(standing, shape)) {
        const score = Math.trunc(100 / (1 + Math.exp((fragmented(after(standing, shape, gpus), market) - before) / 1000)))
        if (!best || score > best.score) best = { score, gpus }
      }
      return best ?? { score: 0, gpus: [] }
    },
    charge: () => 0,
  }
}
