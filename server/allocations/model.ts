/** How many of a model stand free, in words too coarse to tell what others do: 64 or more, 8 or more, one or more, none. */
export const freeWords = ['plenty', 'some', 'few', 'none'] as const
export type FreeWord = (typeof freeWords)[number]
/** A model of GPU that this tenant may be given; `memory` is the least, in bytes, that one of them has. */
export type GpuModel = { readonly model: string; readonly memory: string; readonly free: FreeWord }
