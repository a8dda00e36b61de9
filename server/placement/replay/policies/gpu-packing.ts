import { wholeGpu } from '../../fleet'
import { tightest } from '../../decide-feasible'
import type { Score } from './scan'

/** GPUs that are shared already, tightest first; then whole ones of a node in use; then a node not in use, and of those the smallest. */
export const gpuPacking: Score = (standing, shape) => {
  if (shape.gpus === 0) return 0
  const whole = standing.gpuMilliFree.filter((free) => free === wholeGpu).length
  if (whole === standing.gpuMilliFree.length) return Math.max(33 - whole, whole)
  const free = tightest(standing, shape).map((gpu) => standing.gpuMilliFree[gpu] ?? 0)
  const opened = free.filter((milli) => milli === wholeGpu).length
  if (opened > 0) return Math.max(50 - opened, 33)
  const percent = free.reduce((sum, milli) => sum + Math.trunc((milli * 100) / wholeGpu), 0)
  return Math.max(100 - Math.trunc(percent / 10), 50)
}
