/** Fragmentation gradient descent (Weng et al., USENIX ATC 2023): the node where F falls most, or grows least. The published figures come from scores of 0 to 100, so that differences below some forty thousandths are ties. */
import type { Fleet } from '../fleet'
import { fragmentation } from '../fragmentation'
import type { Typical } from '../typical'
import type { Policy } from './policy'

export function fgd(typical: readonly Typical[], { markets }: Fleet): Policy {
  const fragmented = fragmentation(typical, markets)
  return {
    lost: (standing, market) => (market === null ? 0 : fragmented(standing, market)),
    score: (fall) => Math.trunc(100 / (1 + Math.exp(-fall / 1000))),
    charge: () => 0,
  }
}
