import type { TokenFault } from './decide-token'

/** What becomes of a sign-in by a provider. Which of a token's many faults it was, is in the record. */
export type ProviderRefusal = 'not_accepted' | 'asked_too_long_ago' | 'provider_unavailable' | 'too_many_tries'
/** What can go wrong before the engine is asked. The provider's own words are not repeated: they are anybody's who can write an address. */
export type ProviderProblem = ProviderRefusal | 'interrupted' | 'refused_there' | 'engine_unavailable'

export const providerProblems = {
  not_accepted: { says: 'What the provider said about you was not accepted.', fix: 'Try once more. If it happens again, ask whoever runs this installation: the record says why.' },
  asked_too_long_ago: { says: 'The provider did not ask you to sign in again, and its last time is too long ago.', fix: 'Sign out at the provider, then come back.' },
  provider_unavailable: { says: 'The provider does not answer, so nobody can sign in by it.', fix: 'Try again in a moment. Passkeys and passwords of Bailiwick’s own work as usual.' },
  too_many_tries: { says: 'Too many failed sign-ins by a provider came from your address.', fix: 'Wait a quarter of an hour, then try again.' },
  interrupted: { says: 'That sign-in could not be finished: it took too long, or was begun in another window.', fix: 'Begin again from this page.' },
  refused_there: { says: 'The provider did not let you in, or you cancelled there.', fix: 'Try again, or sign in another way.' },
  engine_unavailable: { says: 'The engine does not answer, so nobody can sign in now.', fix: 'Try again in a moment.' },
} as const satisfies Record<ProviderProblem, { says: string; fix: string }>

/** Anybody can write an address: what is none of these words is no problem of ours. */
export const providerProblem = (word: unknown): ProviderProblem | null => (typeof word === 'string' && Object.hasOwn(providerProblems, word) ? (word as ProviderProblem) : null)

/** Which it was, for whoever reads the record. */
type Recorded = TokenFault | 'replayed' | 'no_such_provider' | 'provider_unavailable' | 'too_many_tries' | 'waits_for_second_factor' | 'groups_dropped' | 'sessions_ended' | 'nobody_of_ours' | 'nothing_to_do' | 'interrupted' | 'refused_there' | 'not_accepted'
export const providerReasons = {
  malformed: { says: 'The token was malformed.' }, too_large: { says: 'The token was too long.' }, algorithm_not_allowed: { says: 'The token was not signed by the agreed algorithm.' },
  type_wrong: { says: 'The token was of another kind.' }, header_not_understood: { says: 'The token asked for something that is not understood here.' }, key_unknown: { says: 'The provider has no key of that name.' },
  signature_wrong: { says: 'The signature was not the provider’s.' }, issuer_wrong: { says: 'The token was of another issuer.' }, audience_wrong: { says: 'The token was made for somebody else.' },
  expired: { says: 'The token was over.' }, not_yet_valid: { says: 'The token was not valid yet.' }, too_old: { says: 'The token was made too long ago.' }, subject_missing: { says: 'The token did not say whom it is about.' },
  nonce_wrong: { says: 'The token was of another sign-in.' }, auth_time_missing: { says: 'The provider did not say when it asked them.' }, auth_time_stale: { says: 'The provider asked them too long ago.' },
  id_missing: { says: 'The token had no id.' }, event_missing: { says: 'The token told of nothing that is known here.' }, nonce_present: { says: 'The token was one of a sign-in.' },
  replayed: { says: 'The token was taken before.' }, no_such_provider: { says: 'There is no such provider, or it may not say that.' }, provider_unavailable: { says: 'The provider did not answer.' },
  too_many_tries: { says: 'Too much from there had failed.' }, waits_for_second_factor: { says: 'The provider vouched for one factor; the second is still to be shown.' },
  groups_dropped: { says: 'Some of the groups that the provider named were too many, or no names.' }, sessions_ended: { says: 'What had come by the provider was ended.' },
  nobody_of_ours: { says: 'It was about nobody who is known here.' }, nothing_to_do: { says: 'There was nothing to do.' },
  interrupted: { says: 'They came back without having gone.' }, refused_there: { says: 'The provider did not let them in.' }, not_accepted: { says: 'What came back was not of this browser’s sign-in, or could not be traded for a token.' },
} as const satisfies Record<Recorded, { says: string }>
