export type TokenRefusal = 'not_theirs' | 'not_for_machines' | 'too_many' | 'not_found'

export const tokenRefusals = {
  not_theirs: { says: 'A token can do no more than you can, and one of these you cannot do.', fix: 'Leave out what your roles do not allow.' },
  not_for_machines: { says: 'Some of these are for people alone.', fix: 'Choose what reads, or what changes things in a tenant.' },
  too_many: { says: 'You have as many tokens as one can have.', fix: 'Revoke those that nobody uses.' },
  not_found: { says: 'You have no such token.', fix: 'Look at the list again.' },
} as const satisfies Record<TokenRefusal, { says: string; fix: string }>
