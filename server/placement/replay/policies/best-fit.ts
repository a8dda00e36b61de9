import { sumOf } from '../../policies/policy'
import { gpuMilliOf } from '../../typical'
import { largest } from './largest'
import type { Score } from './scan'

/** The least left over, of CPU and of GPU by halves, each as a share of the largest node's. */
export const bestFit: Score = ({ cpuMilliFree, gpuMilliFree }, shape) => {
  const left = ((cpuMilliFree - shape.cpuMilli) / largest.cpuMilli) * 0.5 + ((sumOf(gpuMilliFree) - gpuMilliOf(shape)) / largest.gpuMilli) * 0.5
  return Math.trunc((1 - left) * 100)
}
