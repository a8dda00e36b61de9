/** Whose law holds where a region stands. */
export const jurisdictions = ['eu', 'us', 'uk', 'ch', 'other'] as const
export type Jurisdiction = (typeof jurisdictions)[number]

export type RegionRefusal = 'name_taken' | 'too_many'
type Region = { title: string; country: string; jurisdiction: string }
export type RegionState = { sameName: Region | null; regions: number }
/** `exists` is a repeat of what was done already, and a success. */
type RegionDecision = { ok: true; exists: boolean } | { ok: false; refusal: RegionRefusal }

/** The list of them has no pages, so it has an end. */
export const regionsMost = 200

export function decideNewRegion({ sameName, regions }: RegionState, wish: Region): RegionDecision {
  if (sameName) {
    const same = sameName.title === wish.title && sameName.country === wish.country && sameName.jurisdiction === wish.jurisdiction
    return same ? { ok: true, exists: true } : { ok: false, refusal: 'name_taken' }
  }
  return regions >= regionsMost ? { ok: false, refusal: 'too_many' } : { ok: true, exists: false }
}
