import type { EventKind } from '~/server/outbox/webhook/compose-webhook'

export const formats = ['standard', 'slack'] as const
/** What can be listened for. */
export const webhookKinds = ['request_waits', 'request_decided', 'request_question', 'request_terms_changed', 'lease_ends', 'allocation_expired', 'over_quota'] as const satisfies readonly Exclude<EventKind, 'test'>[]
export type WebhookKind = (typeof webhookKinds)[number]
export const webhooksMost = 20

export type WebhookShown = { webhook: string; title: string; host: string; format: (typeof formats)[number]; kinds: string[]; madeAt: string; earlierUntil: string | null; endedAt: string | null }
export type DeliveryState = 'waits' | 'tries_again' | 'delivered' | 'dropped' | 'given_up'
export type DeliveryShown = { message: string; kind: string; at: string; state: DeliveryState; attempts: number; status: number | null; reason: string | null; nextAt: string | null; endedAt: string | null }
