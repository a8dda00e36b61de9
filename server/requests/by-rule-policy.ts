import { z } from 'zod'
import type { ByRule } from './decide-by-rule'

/** What a tenant lets go without asking anybody; nothing, until it says so. A rule that nobody ever looks over is none: one of a hundred at least is drawn. */
export const ByRulePolicy = z.strictObject({
  rule: z.strictObject({
    devicesMost: z.int().min(1).max(64), hoursMost: z.int().min(1).max(8_760), deviceHoursMost: z.int().min(1).max(1_000_000), days: z.int().min(1).max(30), drawnPerThousand: z.int().min(10).max(1_000),
  }).nullable() satisfies z.ZodType<ByRule | null>,
})
export const defaultByRulePolicy: z.infer<typeof ByRulePolicy> = { rule: null }
