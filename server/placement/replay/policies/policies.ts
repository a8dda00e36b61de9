import { findCandidates, Search } from '../../candidates'
import type { Fleet } from '../../fleet'
import { fgd } from '../../policies/fgd'
import { ours } from '../../policies/ours'
import type { Policy } from '../../policies/policy'
import type { Typical } from '../../typical'
import type { Random } from '../random'
import { bestFit } from './best-fit'
import type { Chooser } from './chooser'
import { dotProduct } from './dot-product'
import { gpuClustering } from './gpu-clustering'
import { gpuPacking } from './gpu-packing'
import { randomNode } from './random-node'
import { scan } from './scan'

type Known = { typical: readonly Typical[]; random: Random }
const searched = (make: (typical: readonly Typical[], fleet: Fleet) => Policy) => (fleet: Fleet, { typical }: Known): Chooser => {
  const search = new Search(fleet, make(typical, fleet))
  return { choose: (shape, allowed) => findCandidates(search, shape, allowed, 1)[0] ?? null }
}

/** By the names under which their figures were published. */
export const policies = {
  Random: (fleet, { random }) => randomNode(fleet, random),
  DotProd: (fleet) => scan(fleet, dotProduct),
  GpuClustering: (fleet) => scan(fleet, gpuClustering),
  GpuPacking: (fleet) => scan(fleet, gpuPacking),
  BestFit: (fleet) => scan(fleet, bestFit),
  FGD: searched(fgd),
  ours: searched(ours),
} satisfies Record<string, (fleet: Fleet, known: Known) => Chooser>
export type PolicyName = keyof typeof policies
export const policyNames = Object.keys(policies).filter((name): name is PolicyName => name in policies)
