import type { WriteAction } from '~/server/authorization/actions'
import type { Denied } from '~/server/authorization/denied'
import type { Reach } from '~/server/authorization/permit'
import type { Answer } from '~/server/database/deed'
import type { Actor, Source } from '~/server/identity/actor'
import type { Json } from '~/server/shared/canonical'
import type { Decider, Showing } from './decider'

/** What the engine does by itself: nobody asks for it, and so nobody is asked whether they may. */
export type OwnDeed = 'allocations.answer' | 'allocations.answerExtension' | 'allocations.expire' | 'allocations.fail' | 'allocations.giveBack' | 'allocations.growBack' | 'allocations.preempt' | 'allocations.reclaim' | 'allocations.release' | 'allocations.run' | 'allocations.shrink' | 'allocations.start' | 'reconciliation.correct'
/** In whose name. Made of a permit, or by a loop of the engine's for itself (admit.ts). */
export type By = { readonly actor: Actor | null; readonly organisation: string; readonly tenant: string; readonly namespaces: Reach; readonly source: Source }
export type Item = {
  readonly action: WriteAction | OwnDeed
  readonly decider: Decider<never, never, never> | Showing<never, never, never>
  readonly by: By
  readonly input: Json
  /** Null where nobody asks: what the engine does by itself is safe to repeat. */
  readonly key: { readonly id: string; readonly inputDigest: string } | null
  /** For a world that is played: when this is. Otherwise the database says. */
  readonly at?: string | undefined
}
/** A no of the door's own, for one of many: the others go on. */
export type Settled = { readonly answer: Answer<Json, string> } | { readonly denied: Denied }
