import type { Denial } from './denied'

/** What a person reads when the door stays shut. `not_found` is also the answer for what they may not see. */
export const denials = {
  wrong_caller: { says: 'The engine does not take commands from this caller.', fix: 'Commands come by the web process or with a service account.' },
  wrong_audience: { says: 'This command was meant for somebody else.', fix: 'Send it again.' },
  expired: { says: 'This command took too long to arrive.', fix: 'Send it again.' },
  altered: { says: 'This command is not the one that was sent.', fix: 'Send it again.' },
  not_signed_in: { says: 'You are not signed in.', fix: 'Sign in; what you typed stays here.' },
  bad_input: { says: 'Something in this is not as it must be.', fix: 'Correct the fields that are marked.' },
  not_found: { says: 'There is no such thing here, or you may not see it.', fix: 'Check the address, or ask an admin of the tenant.' },
  forbidden: { says: 'Your roles do not allow this.', fix: 'Ask an admin of the tenant for a role that does.' },
  powers_lapsed: { says: 'Your powers rest, because you did not use them for a while.', fix: 'Confirm that it is you; you need not sign in again.' },
  not_elevated: { says: 'You read only, until you say for how long you need to change things.', fix: 'Elevate, and try again.' },
  replayed: { says: 'This command was carried out already.', fix: 'Look at what it did before sending another.' },
  idempotency_key_reused: { says: 'The same key came with another command.', fix: 'Use a new key for a new command.' },
  factor_too_new: { says: 'You have had this factor for less than a day, so it does not approve anything yet.', fix: 'Use an older one, or wait until it is a day old.' },
  step_up_required: { says: 'This needs your second factor.', fix: 'Confirm it with a passkey or a code.' },
  grounds_changed: { says: 'What you may do changed while this waited for its turn, so nothing was done.', fix: 'Send it again, if you still may.' },
  engine_unavailable: { says: 'The engine does not answer, so nothing was changed.', fix: 'Reading goes on. Try again in a moment.' },
  unanswered: { says: 'The engine was told and did not answer, so it is not known whether this was done.', fix: 'Send it again: it is done once, however often it is sent.' },
  too_many_watchers: { says: 'Too many windows of yours wait to be told of changes.', fix: 'Close some. Reading a page again shows what is.' },
  too_many_requests: { says: 'More is asked at once than is answered here.', fix: 'Wait a moment, and ask again.' },
  shut_out_for_now: { says: 'So much was asked for so long that nothing more is answered for a while.', fix: 'Wait until that is over, and ask less often from then on. Whoever runs the platform can end it sooner.' },
} as const satisfies Record<Denial, { says: string; fix: string }>
