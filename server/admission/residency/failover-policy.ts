import { z } from 'zod'
import { Handle, Instant } from '~/server/api/inputs'

/** Where a tenant's work may go while a disaster is declared, each region by its name. Both are kept by the signatures of two people, and by no change of a policy. */
export const FailoverPolicy = z.strictObject({ regions: z.array(Handle).max(20) })
export const DisastersPolicy = z.strictObject({ disasters: z.array(z.strictObject({ region: Handle, until: Instant })).max(200) })
export const emergencyPolicies = {
  failover: { schema: FailoverPolicy, usual: { regions: [] } },
  disasters: { schema: DisastersPolicy, usual: { disasters: [] } },
} as const
