import type { FreeWord, GpuModel } from '~/server/allocations/model'

const GiB = 2n ** 30n
/** Those that have as much memory each as was asked for, in whole GiB: of a model that comes in two sizes the smaller counts, because either may be given. */
export const modelsWith = (known: readonly GpuModel[], gib: string): string[] => known.filter(({ memory }) => BigInt(memory) >= BigInt(gib) * GiB).map(({ model }) => model)

const words: Readonly<Record<FreeWord, string>> = { plenty: 'plenty free', some: 'some free', few: 'few free', none: 'none free now' }
/** "80 GiB, some free" */
export const sayModel = ({ memory, free }: GpuModel): string => [...(BigInt(memory) < GiB ? [] : [`${BigInt(memory) / GiB} GiB`]), words[free]].join(', ')
