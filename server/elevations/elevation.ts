import { z } from 'zod'
import { Prose, Uuid } from '~/server/api/inputs'
import type { Weight } from '~/server/requests/decide-rule'

export const kind = 'role.elevate'
/** By what the rule is found that says whose yes it needs. */
export const weight: Weight = { kind, level: 'platform', devices: 0n }

/** To be elevated for longer than anybody may by themselves. */
export const LongElevation = z.strictObject({ person: Uuid, hours: z.int().min(1).max(24), reason: Prose })
export type LongElevation = z.infer<typeof LongElevation>
