/** How somebody is written to: not at all; once a day; or at once where somebody else waits for them, and once a day for the rest. */
export const mailWishes = ['off', 'daily', 'at_once'] as const
export type Preference = { mail: (typeof mailWishes)[number]; hour: number }
/** Of whoever wished nothing. */
export const usualPreference: Preference = { mail: 'daily', hour: 8 }
