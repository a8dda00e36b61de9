import type { Found } from '~/server/admission/found'
import type { Jurisdiction } from '~/server/regions/decide-new-region'

export type ResidencyReason = 'region_unknown' | 'region_prohibited' | 'region_not_allowed' | 'outside_jurisdiction' | 'nowhere'
/** Names of regions, or globs: a star stands for any characters, or none; all else for itself. A jurisdiction narrows what the names allow. */
export type Residency = {
  readonly jurisdiction: Jurisdiction | null; readonly allowed: readonly string[]; readonly prohibited: readonly string[]
  /** What is allowed besides while there is a disaster, and in which regions there is one; left out where nothing is. */
  readonly failover?: { readonly regions: readonly string[]; readonly disasters: readonly string[] }
}
export type KnownRegion = { readonly region: string; readonly jurisdiction: Jurisdiction; /** Until when it is taken for lost; left out where it is not. */ readonly lostUntil?: string }
/** `regions` is where it may be placed: there and nowhere else, now or later. */
export type ResidencyFound = Found<ResidencyReason> & { readonly regions: readonly string[] }

/** Without steps back: each piece between stars is looked for once, after the one before. */
export function matchesGlob(glob: string, name: string): boolean {
  const [first = '', ...rest] = glob.split('*')
  const last = rest.pop()
  if (last === undefined) return name === glob
  let at = first.length
  if (!name.startsWith(first)) return false
  for (const piece of rest) {
    const found = name.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return name.length - last.length >= at && name.endsWith(last)
}
const matchesAny = (globs: readonly string[], name: string) => globs.some((glob) => matchesGlob(glob, name))

/** Order is precedence. A prohibition wins over whatever allows; a list that allows nothing is nowhere, never everywhere. */
function whyNot({ jurisdiction, allowed, prohibited, failover }: Residency, known: KnownRegion | undefined): Exclude<ResidencyReason, 'nowhere'> | null {
  if (!known) return 'region_unknown'
  if (matchesAny(prohibited, known.region)) return 'region_prohibited'
  if (!matchesAny(allowed, known.region) && !failover?.regions.includes(known.region)) return 'region_not_allowed'
  return jurisdiction !== null && known.jurisdiction !== jurisdiction ? 'outside_jurisdiction' : null
}

/** `asked` is the region that was asked for by name, or null when any will do. */
export function decideResidency(residency: Residency, known: readonly KnownRegion[], asked: string | null): ResidencyFound {
  const allowed = known.filter((region) => whyNot(residency, region) === null).map(({ region }) => region).sort()
  const saw = { jurisdiction: residency.jurisdiction, allowed: residency.allowed, prohibited: residency.prohibited, asked, regions: allowed, ...(residency.failover ? { failover: residency.failover } : {}) }
  const where = allowed.length ? `The regions allowed to this tenant are ${allowed.join(', ')}.` : 'No region that is known is allowed to this tenant.'
  const refused = (reason: ResidencyReason, because: string): ResidencyFound => ({ outcome: 'refuses', reason, says: because ? `${because} ${where}` : where, saw, regions: [] })
  if (asked === null) return allowed.length ? { outcome: 'passes', saw, regions: allowed } : refused('nowhere', '')
  const reason = whyNot(residency, known.find(({ region }) => region === asked))
  switch (reason) {
    case null: return { outcome: 'passes', saw, regions: [asked] }
    case 'region_unknown': return refused(reason, `There is no region ${asked}.`)
    case 'region_prohibited': return refused(reason, `The region ${asked} is prohibited to this tenant.`)
    case 'region_not_allowed': return refused(reason, `The region ${asked} is not allowed to this tenant.`)
    case 'outside_jurisdiction': return refused(reason, `The region ${asked} is outside the jurisdiction ${residency.jurisdiction}, in which this tenant’s data stays.`)
  }
}
