import type { InboxKind } from '~/server/identity/notice'

export type EventKind = InboxKind | 'test'
/** What a webhook may say: of what sort it is and where. The rest is behind the link, for who may see it. */
const words: Record<EventKind, string> = {
  request_waits: 'A request waits for a decision', request_decided: 'A request was decided', request_question: 'Somebody asks something about a request', request_terms_changed: 'A request has changed since it was signed',
  lease_ends: 'An allocation ends soon', allocation_expired: 'The time of an allocation is over', wait_over: 'An allocation waits for room no more', pair_decided: 'A pair was decided', pair_ended: 'A pair was ended', pair_ends: 'A pair ends soon',
  review_waits: 'It is to be reviewed who holds what', review_closed: 'A review of who holds what is closed', review_spared: 'Nobody confirmed the last admin of a place', access_ends: 'Something that somebody holds ends soon unless it is confirmed', limit_lowered: 'A limit has come down to where it was to be', over_quota: 'Somebody asked for more than a quota has room for', case_moved: 'The platform did something about how a tenant uses what it has', case_answered: 'A tenant answered what was done about a case', test: 'This is a test',
}
const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(words, kind)
/** The same bytes at every try. */
export function composeWebhook({ kind, path, tenant, at, origin }: { kind: string; path: string | null; tenant: string | null; at: Date; origin: string }, format: 'standard' | 'slack'): string {
  const url = `${origin}${path ?? '/'}`
  const says = isEventKind(kind) ? words[kind] : 'Something happened'
  if (format === 'slack') return JSON.stringify({ text: `${says}${tenant === null ? '' : ` in ${tenant}`}: ${url}` })
  return JSON.stringify({ type: kind, timestamp: at.toISOString(), data: { says, tenant, url } })
}
