/** By which way a receiver is reached. */
export const ways = ['webhook', 'syslog'] as const
export type Way = (typeof ways)[number]
/** As it was recorded, or in the words of one of the two schemas that most receivers know. */
export const formats = ['recorded', 'ocsf', 'ecs'] as const
export type Format = (typeof formats)[number]
/** Whether a new one begins with what is recorded from now on, or with the first record there is. */
export const beginnings = ['now', 'beginning'] as const
export const feedsMost = 10

/** Why it was not taken, in our own words: what the other side said goes nowhere. */
export const failures = ['address_refused', 'not_resolved', 'timed_out', 'no_connection', 'not_trusted', 'not_taken', 'too_large', 'redirected', 'gone', 'no_key', 'fault'] as const
export type Failure = (typeof failures)[number]
/** What became of a try. `status` is what a webhook's receiver answered. */
export type Sent = { readonly failure: Failure | null; readonly status: number | null }

export type FeedState = 'follows' | 'tries_again' | 'paused' | 'given_up' | 'ended'
export type FeedShown = {
  feed: string; title: string; way: Way; format: Format; host: string; madeAt: string; endedAt: string | null; state: FeedState
  /** What its receiver took so far, and what of the record it has not: how many, and since when the oldest of them waits. */
  taken: number; takenAt: string | null; behind: number; behindSince: string | null
  failure: string | null; status: number | null; failingSince: string | null; nextAt: string | null
  /** Until when the key of before holds beside the new one, where there are two. */
  earlierUntil: string | null
  test: { askedAt: string; doneAt: string | null; failure: string | null; status: number | null } | null
}
