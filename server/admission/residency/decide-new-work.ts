import type { Found } from '~/server/admission/found'
import { decideResidency, type KnownRegion, type Residency, type ResidencyFound, type ResidencyReason } from './decide-residency'

export type LostReason = 'region_lost'
export type Lost = { readonly region: string; readonly until: string }
export type NewWorkFound = Found<ResidencyReason | LostReason> & Pick<ResidencyFound, 'regions'>

/** What cannot be read as a moment has not come yet. */
const isLost = ({ lostUntil }: KnownRegion, now: string) => lostUntil !== undefined && !(Date.parse(now) >= Date.parse(lostUntil))

/**
 * Where new work may begin: where the tenant may be, and nowhere in a region that is taken for lost. What runs there is left alone, so only what lets something in asks this. Order is precedence: where
 * it may never be is told first. That a region is lost is over by itself, so whoever may wait waits; `regions` are then those in which it may be when it is.
 */
export function decideNewWork(residency: Residency, known: readonly KnownRegion[], asked: string | null, now: string): NewWorkFound {
  const found = decideResidency(residency, known, asked)
  const lost = known.filter((region) => isLost(region, now)).map(({ region, lostUntil }) => ({ region, until: lostUntil ?? '' }))
  const here = lost.filter(({ region }) => found.regions.includes(region)).sort((one, other) => (one.region < other.region ? -1 : 1))
  if (found.outcome !== 'passes' || here.length === 0) return found
  const isOpen = (region: string) => !lost.some((one) => one.region === region)
  const saw = { ...(found.saw as object), lost: here }
  const regions = found.regions.filter(isOpen)
  if (regions.length > 0) return { outcome: 'passes', saw, regions }
  const others = decideResidency(residency, known, null).regions.filter(isOpen)
  const where = others.length > 0 ? `The regions allowed to this tenant in which there is none are ${others.join(', ')}.` : 'There is one in every region allowed to this tenant.'
  const because = here.map(({ region, until }) => `There is a disaster in the region ${region}, until ${until}: nothing new begins there.`).join(' ')
  return { outcome: 'refuses', reason: 'region_lost', says: `${because} ${where}`, saw, regions: found.regions, lifts: 'room' }
}

/** What a check that kept something out, or would have, says of it. */
export const lostIn = (saw: NewWorkFound['saw']): Lost[] => (saw as { lost?: Lost[] }).lost ?? []

/** The regions as they are known at a moment: those in which a disaster stands with its end, the latest where there are several. */
export function knownAt<R extends KnownRegion>(regions: readonly R[], disasters: readonly Lost[], now: string): R[] {
  return regions.map((known) => {
    const ends = disasters.filter(({ region, until }) => region === known.region && !(Date.parse(now) >= Date.parse(until))).map(({ until }) => until).sort()
    const [lostUntil] = ends.slice(-1)
    return lostUntil === undefined ? known : { ...known, lostUntil }
  })
}
