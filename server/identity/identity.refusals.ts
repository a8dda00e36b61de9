export type ProofRefusal = 'no_factor' | 'too_many_tries' | 'code_not_accepted' | 'passkey_not_accepted'

/** What one reads when what one showed was not accepted, at sign-in and before a deed alike. */
export const proofRefusals = {
  no_factor: { says: 'You have no such second factor.', fix: 'Use another one, or add one on your security page.' },
  too_many_tries: { says: 'Too many wrong codes.', fix: 'Use a passkey, or wait ten minutes and use a fresh code.' },
  code_not_accepted: { says: 'That code was not accepted: it is wrong, old, or was used before.', fix: 'Wait for the next code and try again.' },
  passkey_not_accepted: { says: 'That passkey was not accepted.', fix: 'Try again, with a passkey that you added here.' },
} as const satisfies Record<ProofRefusal, { says: string; fix: string }>

/** What stands in the way of being asked to sign at all. */
export const challengeRefusals = {
  terms_changed: { says: 'What would be done is not what you were shown.', fix: 'Look at it again, and then decide.' },
} as const
