import type { Node } from '~/server/placement/fleet'
import { below, type Random } from '~/server/placement/replay/random'

/** In three regions of two clusters; a node of each size as often as one finds it in a large cluster. */
export function makeNodes(howMany: number, random: Random): Node[] {
  const sizes = [...Array<[number, number, number, string]>(9).fill([96_000, 393_216, 8, 'G2']), ...Array<[number, number, number, string]>(7).fill([104_000, 524_288, 2, 'T4']), ...Array<[number, number, number, string]>(2).fill([16_000, 122_880, 2, 'P100']), [128_000, 786_432, 8, 'G3'], [32_000, 131_072, 4, 'V100']] as const
  return Array.from({ length: howMany }, (_, at) => {
    const [cpuMilli, memoryMebibytes, gpus, model] = sizes[below(sizes.length, random)] ?? [96_000, 393_216, 8, 'G2']
    const memoryBytes = memoryMebibytes * 2 ** 20
    return {
      id: `node-${String(at).padStart(6, '0')}`, version: 0, region: `region-${below(3, random)}`, cluster: `cluster-${below(2, random)}`, pool: 'gpu', model, gpuMemoryBytes: 0, taints: [], isolation: 1, owner: null, cordoned: false,
      cpuMilli, memoryBytes, cpuMilliFree: cpuMilli, memoryBytesFree: memoryBytes, gpuMilliFree: Array<number>(gpus).fill(1000),
    }
  })
}
