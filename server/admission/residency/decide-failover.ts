/** Where work may go in a disaster. It adds to what is allowed, and to nothing else: a prohibition and a jurisdiction hold as they did. */
import { decideResidency, type KnownRegion, type Residency } from './decide-residency'

export type Disaster = { readonly region: string; readonly until: string }
export type Failover = { readonly regions: readonly string[]; readonly disasters: readonly Disaster[] }

/** What was prepared and what is declared; null where nothing comes of it, so that no decision has it among what it was made by. */
export const failoverOf = (regions: readonly string[], disasters: readonly Disaster[]): Failover | null => (regions.length > 0 && disasters.length > 0 ? { regions, disasters } : null)

/** The residency of a moment: with the regions that were prepared, as long as a disaster stands in one where the tenant may be. One that is declared elsewhere opens nothing to it. */
export function residencyAt(residency: Residency, failover: Failover | null | undefined, known: readonly KnownRegion[], now: string): Residency {
  const lost = (failover?.disasters ?? []).filter(({ region, until }) => Date.parse(now) < Date.parse(until) && decideResidency(residency, known, region).outcome === 'passes').map(({ region }) => region).sort()
  return failover && lost.length > 0 ? { ...residency, failover: { regions: failover.regions, disasters: lost } } : residency
}
/** A tenant's own word, or the regions that it was made with, at a moment. */
export const residencyOfTenant = (policy: { readonly residency: Residency | null; readonly failover?: Failover | null }, own: readonly string[], known: readonly KnownRegion[], now: string): Residency =>
  residencyAt(policy.residency ?? { jurisdiction: null, allowed: own, prohibited: [] }, policy.failover, known, now)

/** The disaster by which it may be in a region, where it may by nothing else. */
export function throughFailover(residency: Residency, known: readonly KnownRegion[], region: string): string | null {
  const { failover, ...without } = residency
  if (!failover || decideResidency(residency, known, region).outcome !== 'passes' || decideResidency(without, known, region).outcome === 'passes') return null
  return failover.disasters[0] ?? null
}
