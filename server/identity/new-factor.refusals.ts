export type NewFactorRefusal = 'passkey_not_made' | 'too_many_factors' | 'not_begun' | 'code_not_right' | 'too_many_codes'

/** Of adding a second factor, at the first sign-in and later alike. */
export const newFactorRefusals = {
  passkey_not_made: { says: 'That passkey could not be added.', fix: 'Try again; it must ask you for a finger, a face or a PIN.' },
  too_many_factors: { says: 'You have as many second factors as one can have.', fix: 'Remove one that you do not use any more.' },
  not_begun: { says: 'The code generator was not begun here, or too long ago.', fix: 'Begin again: you will get another secret.' },
  code_not_right: { says: 'That is not the code that goes with this secret.', fix: 'Check that the clock of your device is right, and type the code it shows now.' },
  too_many_codes: { says: 'Too many wrong codes.', fix: 'Wait ten minutes, then begin again: you will get another secret.' },
} as const satisfies Record<NewFactorRefusal, { says: string; fix: string }>
