import { sumOf } from '../../policies/policy'
import { gpuMilliOf } from '../../typical'
import { largest } from './largest'
import type { Score } from './scan'

/** The smaller the product of what is free with what is asked, the better. */
export const dotProduct: Score = ({ cpuMilliFree, gpuMilliFree }, shape) => {
  const product = (cpuMilliFree / largest.cpuMilli) * (shape.cpuMilli / largest.cpuMilli) + (sumOf(gpuMilliFree) / largest.gpuMilli) * (gpuMilliOf(shape) / largest.gpuMilli)
  return Math.trunc(100 * (1 - product / 2))
}
