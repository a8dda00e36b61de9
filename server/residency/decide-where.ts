import type { KnownRegion } from '~/server/admission/residency/decide-residency'

/** What a node says of where it stands: its labels, and what its provider calls it. */
export type Evidence = { readonly region: string | null; readonly residency: string | null; readonly jurisdiction: string | null; readonly providerId: string | null }

const unknownWhys = ['no_evidence', 'evidence_old', 'region_unknown', 'contradicts'] as const
export type UnknownWhy = (typeof unknownWhys)[number]
export type Where = { readonly known: true; readonly region: string } | { readonly known: false; readonly because: UnknownWhy; /** What speaks for it, each a region of the inventory. */ readonly named: readonly string[] }

/** Evidence says where a node stood for so long after the node was last heard of, and no longer. */
export const evidenceLastsMs = 15 * 60_000

/** `aws:///eu-west-1a/i-1` and `gce://project/europe-west3-b/name` name a zone; a region is a zone without its last letter. What names no zone says nothing. */
export function zoneOf(providerId: string | null): string | null {
  const [, , path = ''] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/.exec(providerId ?? '') ?? []
  const parts = path.split('/').filter((part) => part !== '')
  return parts.find((part, at) => at < parts.length - 1 && /^[a-z]{2,}(-[a-z]+)+-?[0-9]+(-?[a-z])?$/.test(part)) ?? null
}
const regionOfZone = (zone: string) => zone.replace(/-?[a-z]$/, '')

/**
 * Where a node stands, if everything that speaks of it says the same: the inventory of clusters, its label, its provider's name and what it says of the law. Whatever is missing, old or of two
 * minds leaves it unknown, which is neither well nor a violation.
 */
export function decideWhere(placed: string, evidence: Evidence | null, heardAt: string | null, at: string, known: readonly KnownRegion[]): Where {
  const zone = zoneOf(evidence?.providerId ?? null)
  const says = [...new Set([evidence?.region ?? null, zone === null ? null : regionOfZone(zone), placed].filter((region) => region !== null))]
  const named = says.filter((region) => known.some((one) => one.region === region)).sort()
  const unknown = (because: UnknownWhy): Where => ({ known: false, because, named })
  if (evidence === null || evidence.region === null) return unknown('no_evidence')
  if (heardAt === null || Date.parse(at) - Date.parse(heardAt) > evidenceLastsMs) return unknown('evidence_old')
  if (named.length < says.length) return unknown('region_unknown')
  const law = known.find(({ region }) => region === evidence.region)?.jurisdiction
  if (says.length > 1 || (evidence.residency !== null && evidence.residency !== law)) return unknown('contradicts')
  return { known: true, region: evidence.region }
}
