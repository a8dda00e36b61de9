import { z } from 'zod'
import { Prose, Uuid } from '~/server/api/inputs'

/** To be elevated for longer than anybody may by themselves. */
export const LongElevation = z.strictObject({ person: Uuid, hours: z.int().min(1).max(24), reason: Prose })
export type LongElevation = z.infer<typeof LongElevation>
