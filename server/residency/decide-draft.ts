import { decideResidency, type KnownRegion, type Residency, type ResidencyReason } from '~/server/admission/residency/decide-residency'
import { grouped } from '~/server/shared/grouped'

/** That work is in a region now. */
export type Standing = { readonly work: string; readonly region: string; readonly gpuMilli: bigint }
/** Work in one region: how many pieces of it, and how much. */
type Affected = { readonly region: string; readonly reason: ResidencyReason | null; readonly works: number; readonly gpuMilli: string }
export type DraftEffect = {
  readonly gained: readonly string[]; readonly lost: readonly string[]; readonly kept: readonly string[]
  /** What may be where it is and could not be under the draft, and the other way round. */
  readonly wouldViolate: readonly Affected[]; readonly wouldBeAllowed: readonly Affected[]
}

/** What a tenant's residency would come to if it were another one, by the decider that admission asks. */
export function decideDraft(now: Residency, draft: Residency, known: readonly KnownRegion[], standing: readonly Standing[]): DraftEffect {
  const reasonIn = (residency: Residency, region: string): ResidencyReason | null => {
    const found = decideResidency(residency, known, region)
    return found.outcome === 'passes' ? null : found.reason
  }
  const regions = known.map(({ region }) => region).sort()
  const here = [...grouped(standing, ({ region }) => region)].sort(([one], [other]) => (one < other ? -1 : 1))
  const affected = (isOf: (was: ResidencyReason | null, is: ResidencyReason | null) => boolean) => here.flatMap(([region, all]): Affected[] => {
    const [was, is] = [reasonIn(now, region), reasonIn(draft, region)]
    return isOf(was, is) ? [{ region, reason: is, works: new Set(all.map(({ work }) => work)).size, gpuMilli: String(all.reduce((sum, { gpuMilli }) => sum + gpuMilli, 0n)) }] : []
  })
  const [before, after] = [new Set(regions.filter((region) => reasonIn(now, region) === null)), new Set(regions.filter((region) => reasonIn(draft, region) === null))]
  return {
    gained: regions.filter((region) => after.has(region) && !before.has(region)), lost: regions.filter((region) => before.has(region) && !after.has(region)), kept: regions.filter((region) => before.has(region) && after.has(region)),
    wouldViolate: affected((was, is) => was === null && is !== null), wouldBeAllowed: affected((was, is) => was !== null && is === null),
  }
}
