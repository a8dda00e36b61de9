import type { Actor } from '~/server/identity/actor'
import { digestOf, type Json } from '~/server/shared/canonical'
import type { RequestState } from './decide-request'

/** A request as a row. The terms are the digest of exactly what would be done: whoever approves says which terms they saw. */
export type RequestRow = {
  id: string; kind: string; organisationId: string; tenantId: string | null; subject: string; payload: unknown; terms: string; purpose: string
  requestedBy: string; requestedAt: Date; state: string; decidedBy: string | null; decidedAt: Date | null; decisionReason: string | null; version: bigint
}
/** How a request stands after a deed: what is answered, and what the record says. */
export type RequestStanding = { request: string; kind: string; subject: string; state: RequestState; terms: string; version: string }
export const standing = ({ id, kind, subject, state, terms, version }: Pick<RequestRow, 'id' | 'kind' | 'subject' | 'state' | 'terms' | 'version'>): RequestStanding =>
  ({ request: id, kind, subject, state: state as RequestState, terms, version: version.toString() })

type Wish = { kind: string; organisation: string; tenant: string | null; subject: string; payload: Record<string, Json>; purpose: string }
/** What is written when somebody asks, whatever for: whoever asks stands in it from the beginning. */
export const newRequest = ({ kind, organisation, tenant, subject, payload, purpose }: Wish, { actor, now }: { actor: Actor; now: Date }) =>
  ({ kind, organisationId: organisation, tenantId: tenant, subject, payload, terms: digestOf(payload), purpose, requestedBy: actor.personId, requestedAt: now })
