/** Why the door stays shut. The order is the order in which it is asked. */
export type Denial =
  | 'wrong_caller' | 'wrong_audience' | 'expired' | 'altered'
  | 'not_signed_in' | 'bad_input' | 'not_found' | 'forbidden'
  | 'powers_lapsed' | 'not_elevated' | 'replayed' | 'idempotency_key_reused' | 'factor_too_new' | 'step_up_required' | 'grounds_changed'
  | 'engine_unavailable' | 'unanswered' | 'too_many_watchers' | 'too_many_requests' | 'shut_out_for_now'

/** A no from the door: thrown on this side, turned into an answer at the edge, recorded by whoever turns it. */
export class Denied extends Error {
  constructor(readonly reason: Denial, readonly about: { field: string; says: string }[] = []) { super(reason) }
}
/** A no that was said already a moment ago, to the same, for the same: counted, and recorded no more. */
export class DeniedAgain extends Denied {}
/** Whoever is not answered for a while. It is recorded once, with the beginning of it, and not each time that it is said. */
export class ShutOut extends DeniedAgain {
  constructor(readonly until: Date) { super('shut_out_for_now') }
}
