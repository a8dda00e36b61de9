import { z } from 'zod'

export const Model = z.string().min(1).max(63).regex(/^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/, 'is the name of a model, such as A100')
/** How many of a model stand free, in words too coarse to tell what others do: 64 or more, 8 or more, one or more, none. */
const freeWords = ['plenty', 'some', 'few', 'none'] as const
export type FreeWord = (typeof freeWords)[number]
/** A model of GPU that this tenant may be given; `memory` is the least, in bytes, that one of them has. */
export type GpuModel = { readonly model: string; readonly memory: string; readonly free: FreeWord }
