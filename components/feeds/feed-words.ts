import type { Tone } from '~/components/ui/badge'
import type { FeedShown, FeedState, Format, Way } from '~/server/feeds/feed'
import { many } from '~/server/shared/many'

export const stateWords: Record<FeedState, [tone: Tone, says: string]> = { follows: ['ok', 'Follows'], tries_again: ['notice', 'Tries again'], paused: ['neutral', 'Paused'], given_up: ['danger', 'Given up'], ended: ['neutral', 'Ended'] }
export const formatWords: Record<Format, string> = { recorded: 'As recorded', ocsf: 'OCSF', ecs: 'ECS' }
export const wayWords: Record<Way, string> = { webhook: 'Signed webhook', syslog: 'Syslog' }

const failureWords: Readonly<Record<string, string>> = {
  address_refused: 'it may not be told anything any more', not_resolved: 'its name was not found', timed_out: 'it did not answer in time', no_connection: 'there was no connection', not_trusted: 'nobody we know vouches for its certificate',
  not_taken: 'it did not take it', too_large: 'one record by itself is too large for it', redirected: 'it leads elsewhere, which is not followed', gone: 'it said that it is gone', no_key: 'the key of this place was destroyed', fault: 'something went wrong here',
}
/** Why it was not taken, as a sentence without its end; empty where it was. */
export function sayFailure({ failure, status }: Pick<FeedShown, 'failure' | 'status'>): string {
  if (failure === null) return ''
  const why = failureWords[failure] ?? 'it was not taken'
  const says = status === null ? why : `it answered ${status}: ${why}`
  return says.replace(/^./, (first) => first.toUpperCase())
}

/** How long the oldest record waits, in the two largest units that say something. */
export function sayWait(since: string, now: Date): string {
  const seconds = Math.max(0, Math.floor((now.getTime() - Date.parse(since)) / 1_000))
  if (seconds < 120) return many(seconds, 'second')
  if (seconds < 7_200) return many(Math.floor(seconds / 60), 'minute')
  return seconds < 172_800 ? many(Math.floor(seconds / 3_600), 'hour') : many(Math.floor(seconds / 86_400), 'day')
}
/** How far its receiver is behind. */
export function sayBehind({ behind, behindSince }: Pick<FeedShown, 'behind' | 'behindSince'>, now: Date): string {
  if (behind === 0) return 'Up to date'
  return behindSince === null ? many(behind, 'record') : `${many(behind, 'record')}, ${sayWait(behindSince, now)}`
}
