import { throughFailover } from '~/server/admission/residency/decide-failover'
import { decideResidency, type KnownRegion, type Residency, type ResidencyReason } from '~/server/admission/residency/decide-residency'
import type { StayState } from './decide-stays'

/** Whether a tenant's work may be in a region, and how much of it is. Where it may be and no node there shows where it stands, nobody knows. */
export type CellState = 'allowed' | 'prohibited' | 'unknown'
export type Cell = {
  readonly region: string; readonly state: CellState; readonly reason: ResidencyReason | 'no_evidence' | null; /** The region for whose disaster it may be here. */ readonly failover: string | null; /** Where it may be: until when there is a disaster here, and nothing new begins. */ readonly lostUntil: string | null
  /** Pieces of work that are known to be here, and what they have; of these, how many may not be. */ readonly works: number; readonly gpuMilli: string; readonly prohibited: number; /** Beside them those that were placed here, and of which nobody knows where they are. */ readonly unknown: number; /** Where they may not be, and left there by an exception: not among the prohibited. */ readonly excepted: number
}
export type RegionSeen = KnownRegion & { /** Its nodes, and those of them that show where they stand. */ readonly nodes: number; readonly shown: number }
export type Used = { readonly region: string | null; readonly placed: string; readonly work: string; readonly state: StayState; readonly excepted: boolean; readonly gpuMilli: bigint }

export function decideCells(residency: Residency, regions: readonly RegionSeen[], used: readonly Used[]): Cell[] {
  return regions.map(({ region, nodes, shown, lostUntil }) => {
    const found = decideResidency(residency, regions, region)
    const here = used.filter((one) => (one.region ?? one.placed) === region)
    const known = here.filter((one) => one.state !== 'unknown')
    const of = (state: StayState, excepted: boolean) => new Set(here.filter((one) => one.state === state && one.excepted === excepted).map(({ work }) => work)).size
    const [state, reason] = found.outcome !== 'passes' ? (['prohibited', found.reason] as const) : nodes > 0 && shown === 0 ? (['unknown', 'no_evidence'] as const) : (['allowed', null] as const)
    return { region, state, reason, failover: throughFailover(residency, regions, region), lostUntil: found.outcome === 'passes' ? (lostUntil ?? null) : null, works: new Set(known.map(({ work }) => work)).size, gpuMilli: String(known.reduce((sum, { gpuMilli }) => sum + gpuMilli, 0n)), prohibited: of('prohibited', false), unknown: of('unknown', false), excepted: of('prohibited', true) }
  })
}
