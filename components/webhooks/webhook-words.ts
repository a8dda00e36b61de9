import type { Tone } from '~/components/ui/badge'
import type { DeliveryShown, DeliveryState, WebhookKind } from '~/server/webhooks/webhook'

/** What can be listened for, as a person would say it. */
export const kindWords: Record<WebhookKind, string> = {
  request_waits: 'A request waits for a decision', request_decided: 'A request was decided', request_question: 'Somebody asks something about a request', request_terms_changed: 'A request has changed since it was signed',
  lease_ends: 'An allocation ends soon', allocation_expired: 'The time of an allocation is over', over_quota: 'Somebody asked for more than a quota has room for',
}
const isKind = (kind: string): kind is WebhookKind => Object.hasOwn(kindWords, kind)
export const kindWord = (kind: string): string => (isKind(kind) ? kindWords[kind] : kind === 'test' ? 'A test' : kind)

export const stateWords: Record<DeliveryState, [tone: Tone, says: string]> = {
  waits: ['info', 'Waits'], tries_again: ['notice', 'Tries again'], delivered: ['ok', 'Delivered'], dropped: ['neutral', 'Dropped'], given_up: ['danger', 'Given up'],
}
const reasons: Readonly<Record<string, string>> = {
  answered: 'it did not take it', redirected: 'it leads elsewhere, which is not followed', gone: 'it said that it is gone', timed_out: 'it did not answer in time', no_connection: 'there was no connection', not_resolved: 'its name was not found',
  address_refused: 'its name leads to an address that is not on the internet', webhook_ended: 'the webhook was ended', fault: 'something went wrong here',
}
/** Why the last try did not do it; empty where there is nothing to say. */
export function sayReason({ reason, status }: Pick<DeliveryShown, 'reason' | 'status'>): string {
  const why = reason === null ? '' : (reasons[reason] ?? 'it was not told')
  return [status === null ? '' : `Answered ${status}`, why].filter(Boolean).join(': ').replace(/^./, (first) => first.toUpperCase())
}
