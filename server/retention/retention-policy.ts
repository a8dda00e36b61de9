import { z } from 'zod'
import { Prose } from '~/server/api/inputs'
import { daysLeast, daysMost, decideRetention } from './decide-retention'

export const RetentionPolicy = z.strictObject({
  /** So many days after its month has ended, a record may be taken away. */
  days: z.int().refine((days) => decideRetention(days).ok, `is from ${daysLeast} to ${daysMost}: the record is kept for a year at least`),
  /** Why so long. */
  reason: Prose,
})
export type RetentionPolicy = z.infer<typeof RetentionPolicy>
export const defaultRetentionPolicy: RetentionPolicy = { days: daysLeast, reason: 'A year, the least there is.' }
