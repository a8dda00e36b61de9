import { z } from 'zod'
import { jurisdictions } from '~/server/regions/decide-new-region'

const starsMost = 4
/** A region's name, or a glob such as `us-*`. */
export const RegionGlob = z.string().max(63).regex(/^[a-z0-9*]([a-z0-9*-]*[a-z0-9*])?$/, 'is the name of a region, such as eu-central-1, or a glob, such as us-*')
  .refine((glob) => glob.split('*').length <= starsMost + 1, `has at most ${starsMost} stars`)
const Globs = z.array(RegionGlob).max(200)

/** With `contains`, work that is found where it may not be is ended at once, and its node takes nothing new. */
export const ResidencyPolicy = z.strictObject({ jurisdiction: z.enum(jurisdictions).nullable(), allowed: Globs, prohibited: Globs, contains: z.boolean().optional() })

/** Nowhere: a tenant says where its work may run before any of it runs. */
export const defaultResidencyPolicy: z.infer<typeof ResidencyPolicy> = { jurisdiction: null, allowed: [], prohibited: [] }
