/** What is asked of somebody about an allocation, as a lane holds it: after allocations, accounts and nodes, and only where an allocation is what somebody came for. */
import type { Json } from '~/server/shared/canonical'
import { columnsOf, type Part } from './lane-part'

export type LaneRequest = {
  id: string; kind: string; level: string; allocation_id: string; tenant_id: string; state: string; subject: string; payload: Json; terms: string; terms_body: Readonly<Record<string, Json>>; rule: Json; purpose: string; asked_roles: string[]; said_yes: string[]; recused: string[]; requested_by: string; requested_at: string
  decided_by: string | null; decided_at: string | null; deadline: string; asked_at: string | null; carried_out_at: string | null; by_rule: string | null; device_hours: string | null
}
/** Of one person in one tenant: the device hours that went by rule since then, and whether something of theirs was drawn and is not answered by a person. */
export type SpentByRule = { tenant_id: string; person_id: string; device_hours: string; owes: boolean }
/** A new one; its digest is of the terms as they are written. */
export type Asking = { readonly kind: string; readonly level: string; readonly subject: string; readonly payload: Json; readonly terms: Json; readonly digest: string; readonly rule: Json; readonly asked_roles: string[]; readonly purpose: string; readonly deadline: string; readonly by_rule: 'due' | null }
/** What becomes of one; `change` is told to whoever had said yes, `byRule` is what a rule said. */
export type Answered = Partial<Pick<LaneRequest, 'state' | 'subject' | 'payload' | 'terms' | 'terms_body' | 'rule' | 'asked_roles' | 'said_yes' | 'decided_by' | 'decided_at' | 'deadline' | 'carried_out_at' | 'by_rule' | 'device_hours' | 'level' | 'purpose'>> & { readonly change?: Json; readonly byRule?: Json }

export type WrittenRequests = {
  readonly asked: readonly (LaneRequest & { organisation_id: string; namespace_id: string })[]
  readonly answered: readonly LaneRequest[]
  readonly words: readonly { kind: 'change' | 'rule'; request: string; tenant: string; terms: string; body: string; at: string }[]
}

const moments = ['requested_at', 'decided_at', 'deadline', 'asked_at', 'carried_out_at'].map((column) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}`).join(', ')
export const requestsText = `SELECT id, kind, level, allocation_id, tenant_id, state, subject, payload, terms, terms_body, rule, purpose, asked_roles, said_yes, recused, requested_by, decided_by, by_rule, device_hours::text, ${moments}
  FROM request WHERE allocation_id = ANY ($1) AND (state = 'open' OR carried_out_at IS NULL) ORDER BY id FOR NO KEY UPDATE`

const asking = 'id, kind, organisation_id, tenant_id, level, namespace_id, allocation_id, subject, payload, terms, terms_body, rule, asked_roles, purpose, requested_by, requested_at, state, decided_by, decided_at, deadline, carried_out_at, by_rule'
/** Parts of the one statement in which a batch is written. */
export const requestParts: readonly Part<WrittenRequests>[] = [
  { of: ({ asked }) => (asked.length > 0 ? [JSON.stringify(asked)] : null), text: (rows) => `asked AS (INSERT INTO request (${asking}, version) SELECT ${asking}, 1 FROM json_populate_recordset(NULL::request, ${rows}))` },
  {
    of: ({ answered }) => (answered.length > 0 ? [JSON.stringify(answered), answered.map(({ id }) => id)] : null),
    text: (rows, ids) => `answered AS (UPDATE request r SET state = w.state, level = w.level, purpose = w.purpose, subject = w.subject, payload = w.payload, terms = w.terms, terms_body = w.terms_body, rule = w.rule, asked_roles = w.asked_roles, said_yes = w.said_yes, decided_by = w.decided_by, decided_at = w.decided_at,
      deadline = w.deadline, carried_out_at = w.carried_out_at, by_rule = w.by_rule, device_hours = w.device_hours, version = r.version + 1
      FROM json_populate_recordset(NULL::request, ${rows}) w WHERE r.id = w.id AND r.id = ANY (${ids}::uuid[]))`,
  },
  {
    of: ({ words }) => columnsOf(words, ({ request }) => request, ({ tenant }) => tenant, ({ kind }) => kind, ({ terms }) => terms, ({ body }) => body, ({ at }) => at),
    text: (...parameters) => `said AS (INSERT INTO request_word (request_id, tenant_id, kind, terms, body, at) SELECT r, t, k, d, b::jsonb, a
      FROM unnest(${['uuid', 'text', 'text', 'text', 'text', 'timestamptz'].map((type, at) => `${parameters[at]}::${type}[]`).join(', ')}) AS w (r, t, k, d, b, a))`,
  },
]

/** Asked while the accounts of its tenants are held, so that two at once cannot both be the last that fits. */
export const spentText = `SELECT w.tenant_id, w.person_id::text, coalesce(sum(r.device_hours) FILTER (WHERE r.by_rule = 'approved' AND r.decided_at > w.since), 0)::text AS device_hours,
    coalesce(bool_or(r.by_rule = 'drawn' AND r.state NOT IN ('approved', 'refused') AND r.requested_at > w.since), false) AS owes
  FROM unnest($1::text[], $2::uuid[], $3::timestamptz[]) AS w (tenant_id, person_id, since) LEFT JOIN request r ON r.tenant_id = w.tenant_id AND r.requested_by = w.person_id AND r.by_rule IN ('approved', 'drawn')
    AND r.requested_at > w.since - interval '30 days' GROUP BY w.tenant_id, w.person_id`
