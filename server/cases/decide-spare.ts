/** Of what is used less than a tenth, what could have been given back: a tenth of each pod’s GPUs, in whole ones or thousandths, is what it needed, and of everything else as much in proportion. */
import type { Share } from './decide-given-back'

const tenth = 10n
const isGpu = (resource: string) => resource.endsWith('/gpu') || resource.endsWith('/gpu-milli')
const needed = (each: bigint): bigint => (each + tenth - 1n) / tenth

export function spareOf<S extends Share>(share: S, pods: number): S {
  const count = BigInt(Math.max(1, pods))
  const spare = (amount: bigint) => count * (amount / count - needed(amount / count))
  const [whole, left] = Object.entries(share.used).reduce(([all, free], [resource, amount]) => (isGpu(resource) ? [all + amount, free + spare(amount)] : [all, free]), [0n, 0n])
  const used = Object.fromEntries(Object.entries(share.used).map(([resource, amount]) => [resource, isGpu(resource) ? spare(amount) : whole === 0n ? 0n : (amount * left) / whole]))
  if (share.placement === null || whole === 0n) return { ...share, used }
  const { each, pods: placed } = share.placement
  const part = (amount: number) => Number((BigInt(amount) * left) / whole)
  const isPart = each.gpuMilli > 0 && each.gpuMilli < 1_000
  return { ...share, used, placement: { ...share.placement, each: { cpuMilli: part(each.cpuMilli), memoryBytes: part(each.memoryBytes), gpuMilli: isPart ? each.gpuMilli - Math.ceil(each.gpuMilli / 10) : each.gpuMilli }, pods: placed.map(({ node, gpus }) => ({ node, gpus: isPart ? gpus : gpus.slice(Math.ceil(gpus.length / 10)) })) } }
}
