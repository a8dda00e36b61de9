import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import { type KnownRegion, matchesGlob, type Residency } from './decide-residency'
import { ResidencyPolicy } from './residency-policy'

const Document = z.strictObject({
  tenant_id: Handle,
  data_residency: ResidencyPolicy.shape.jurisdiction,
  allowed_regions: ResidencyPolicy.shape.allowed,
  prohibited_regions: ResidencyPolicy.shape.prohibited,
})
export type ImportedResidency = { ok: true; tenant: string; policy: Residency; warnings: string[] } | { ok: false; problems: string[] }

/** A tenant's residency as other tools write it. What is allowed and can come to nothing is said, because whoever wrote it meant something by it. */
export function importResidency(document: unknown, known: readonly KnownRegion[]): ImportedResidency {
  const read = Document.safeParse(document)
  if (!read.success) return { ok: false, problems: read.error.issues.map(({ path, message }) => `${path.join('.') || 'The document'}: ${message}`) }
  const { tenant_id: tenant, data_residency: jurisdiction, allowed_regions: allowed, prohibited_regions: prohibited } = read.data
  const warnings = allowed.flatMap((glob) => {
    const regions = known.filter(({ region }) => matchesGlob(glob, region))
    if (regions.length === 0) return [`No region is called ${glob}.`]
    return regions.filter(({ region }) => prohibited.some((other) => matchesGlob(other, region))).map(({ region }) => `The region ${region} is allowed and prohibited: it is prohibited.`)
      .concat(regions.filter((region) => jurisdiction !== null && region.jurisdiction !== jurisdiction).map(({ region }) => `The region ${region} is allowed and outside the jurisdiction ${jurisdiction}: nothing is placed there.`))
  })
  return { ok: true, tenant, policy: { jurisdiction, allowed, prohibited }, warnings }
}
