import type { ResidencyDocument } from './import-residency'
import type { ResidencyPolicy } from './residency-policy'
import type { z } from 'zod'

/** A policy in the words in which it is read and imported. */
export const documentOf = (tenant: string, { jurisdiction, allowed, prohibited, contains }: z.infer<typeof ResidencyPolicy>): ResidencyDocument =>
  ({ tenant_id: tenant, data_residency: jurisdiction, allowed_regions: allowed, prohibited_regions: prohibited, ...(contains === undefined ? {} : { contains }) })
