/** How often something may fail. A try is counted before it is judged, so that however many arrive at once, no more are judged than may be. */
export type Limit = { most: number; windowMs: number; blockMs: number }
export type TryScope = keyof typeof limits

const minute = 60_000
export const limits = {
  /** From one address: ten failures a minute are a house full of people on a Monday; the eleventh is something else. */
  source: { most: 10, windowMs: minute, blockMs: 15 * minute },
  /** For one address and one source: a stranger elsewhere cannot lock the owner out by guessing. */
  account_from_source: { most: 4, windowMs: 10 * minute, blockMs: 10 * minute },
  /** For one account, wherever from: what a thousand sources may guess together. */
  account: { most: 99, windowMs: 60 * minute, blockMs: 60 * minute },
  /** Six digits: five wrong ones, then a pause. */
  code: { most: 4, windowMs: 10 * minute, blockMs: 10 * minute },
  /** The password that one changes: whoever found an open window does not guess it there. */
  password: { most: 4, windowMs: 10 * minute, blockMs: 10 * minute },
  /** What is sent in a provider's name, from one address: its own words are right. */
  provider: { most: 30, windowMs: minute, blockMs: minute },
  recovery: { most: 4, windowMs: 10 * minute, blockMs: 10 * minute },
} as const satisfies Record<string, Limit>

export type Tries = { times: readonly Date[]; blockedUntil: Date | null }
const recent = ({ times }: Tries, { windowMs }: Limit, now: Date) => times.filter((time) => now.getTime() - time.getTime() < windowMs)
const isBlocked = ({ blockedUntil }: Tries, now: Date): boolean => blockedUntil !== null && blockedUntil > now

export function beginTry(tries: Tries, limit: Limit, now: Date): { may: boolean; next: Tries } {
  if (isBlocked(tries, now)) return { may: false, next: tries }
  const times = recent(tries, limit, now)
  if (times.length > limit.most) return { may: false, next: { times, blockedUntil: null } }
  return { may: true, next: { times: [...times, now], blockedUntil: null } }
}
/** `blocks` for the one failure that is too many, and for no other. */
export function failTry(tries: Tries, limit: Limit, now: Date): { blocks: boolean; next: Tries } {
  if (isBlocked(tries, now)) return { blocks: false, next: tries }
  if (recent(tries, limit, now).length <= limit.most) return { blocks: false, next: tries }
  return { blocks: true, next: { times: [], blockedUntil: new Date(now.getTime() + limit.blockMs) } }
}
/** The try was right: it is not counted. Who showed what only they have is given back the others, too. */
export function succeedTry(tries: Tries, forgets: 'own' | 'all'): Tries {
  return { times: forgets === 'all' ? [] : tries.times.slice(0, -1), blockedUntil: forgets === 'all' ? null : tries.blockedUntil }
}
