import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import { type KnownRegion, matchesGlob, type Residency } from './decide-residency'
import { ResidencyPolicy } from './residency-policy'

/** A tenant's residency as other tools write it; `contains` is the product's own, and left out where it is not said. */
export const ResidencyDocument = z.strictObject({
  tenant_id: Handle,
  data_residency: ResidencyPolicy.shape.jurisdiction,
  allowed_regions: ResidencyPolicy.shape.allowed,
  prohibited_regions: ResidencyPolicy.shape.prohibited,
  contains: ResidencyPolicy.shape.contains,
})
export type ResidencyDocument = z.infer<typeof ResidencyDocument>
type Policy = z.infer<typeof ResidencyPolicy>

/** What is allowed and can come to nothing is said, because whoever wrote it meant something by it. */
export function importResidency(document: ResidencyDocument, known: readonly KnownRegion[]): { readonly policy: Policy; readonly warnings: readonly string[] } {
  const { data_residency: jurisdiction, allowed_regions: allowed, prohibited_regions: prohibited, contains } = document
  return { policy: { jurisdiction, allowed, prohibited, ...(contains === undefined ? {} : { contains }) }, warnings: warningsOf({ jurisdiction, allowed, prohibited }, known) }
}
function warningsOf({ jurisdiction, allowed, prohibited }: Residency, known: readonly KnownRegion[]): string[] {
  return allowed.flatMap((glob) => {
    const regions = known.filter(({ region }) => matchesGlob(glob, region))
    if (regions.length === 0) return [`No region is called ${glob}.`]
    return regions.filter(({ region }) => prohibited.some((other) => matchesGlob(other, region))).map(({ region }) => `The region ${region} is allowed and prohibited: it is prohibited.`)
      .concat(regions.filter((region) => jurisdiction !== null && region.jurisdiction !== jurisdiction).map(({ region }) => `The region ${region} is allowed and outside the jurisdiction ${jurisdiction}: nothing is placed there.`))
  })
}
