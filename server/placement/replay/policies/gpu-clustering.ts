import { sumOf } from '../../policies/policy'
import { largest } from './largest'
import { type Score, sortOf } from './scan'

/** Like to like: first where only such work runs, then where such work runs too, then where none runs, then elsewhere; within each, the fuller the better. */
export const gpuClustering: Score = ({ gpuMilliFree }, shape, mix) => {
  const sort = sortOf(shape)
  if (sort === null) return 0
  const full = Math.trunc((25 * (largest.gpuMilli - sumOf(gpuMilliFree))) / largest.gpuMilli)
  if (mix.has(sort)) return full + (mix.size === 1 ? 75 : 50)
  return full + (mix.size === 0 ? 25 : 0)
}
