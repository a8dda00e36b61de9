export type StepUpRefusal = 'no_factor' | 'too_many_tries' | 'code_not_accepted'

export const stepUpRefusals = {
  no_factor: { says: 'You have no second factor yet.', fix: 'Ask an admin how to get one.' },
  too_many_tries: { says: 'Too many wrong codes.', fix: 'Wait ten minutes, then use a fresh code.' },
  code_not_accepted: { says: 'That code was not accepted: it is wrong, old, or was used before.', fix: 'Wait for the next code and try again.' },
} as const satisfies Record<StepUpRefusal, { says: string; fix: string }>
