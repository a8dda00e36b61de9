import type { Nearest } from '~/server/admission/decide-nearest'
import type { Verdict } from '~/server/admission/facts'
import type { Bound } from '~/server/quotas/decide-binds'
import type { SupposedRefusal } from './decide-supposed'

/** A limit, and what stands under it: in smallest units. */
export type Figures = { limit: string; used: string; held: string; free: string }
/** A limit as it is, and as it would be when all that would begin has begun. `over` is what would be in use above it. Of one that is supposed, why it could not be made so, and the least and the most that could. */
export type LimitAnswered = { namespace: string | null; resource: string; version: string; before: Figures; after: Figures; over: string; supposed: boolean; refusal: SupposedRefusal | null; least: string; most: string | null }
/** What would become of what is asked for, by the decider that admits. Null where there is no such place. */
export type DemandTold = { verdict: Verdict; reason: string | null; says: string | null; approver: 'tenant' | 'platform' | null; burst: boolean; nearest: Nearest[]; levels: Bound[] } | null
export type DemandAnswered = { before: DemandTold; after: DemandTold }
/** Of one that waits: what it would become, or where it would still lack room; nothing lacking is its turn, or a node. Of the organisation nothing is told but that it has no room. */
export type Turn = { becomes: 'admitted' | 'held' | 'over' | null; lacks: { level: string; resource: string }[] }
type Named = { allocation: string; name: string; namespace: string }
export type Answered = {
  asOf: string
  /** Where more is supposed than the tenant may have, whether the organisation and the fleet have room for it is not answered: it is taken that they have. */
  above: 'asked' | 'granted'
  limits: LimitAnswered[]
  demands: DemandAnswered[]
  waiting: (Named & { before: Turn; after: Turn })[]
  /** What stands on GPUs that are supposed not to be there, and whether it finds others. */
  displaced: (Named & { pods: number; finds: boolean })[]
  /** What of theirs would give its place to others, and does not as it is. */
  givesWay: Named[]
  /** More waits or runs than was looked at. */
  isPart: boolean
}
