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
