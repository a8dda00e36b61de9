/** Fragmentation gradient descent (Weng et al., USENIX ATC 2023): the node where F falls most, or grows least. The published figures come from scores of 0 to 100, so that differences below some forty thousandths are ties. */
import { after } from '../decide-feasible'
import type { Fleet } from '../fleet'
import { fragmentation } from '../fragmentation'
import type { Typical } from '../typical'
import { type Policy, type Rating, waysToTake } from './policy'

export function fgd(typical: readonly Typical[], { markets }: Fleet): Policy {
  const fragmented = fragmentation(typical, markets)
  return {
    rate(standing, market, shape) {
      let best: Rating | null = null
      for (const gpus of waysToTake(standing, shape)) {
        const fall = market === null ? 0 : fragmented(standing, market) - fragmented(after(standing, shape, gpus), market)
        const score = Math.trunc(100 / (1 + Math.exp(-fall / 1000)))
        if (!best || score > best.score) best = { score, gpus }
      }
      return best ?? { score: 0, gpus: [] }
    },
    charge: () => 0,
  }
}
