import type { ReadRows } from '~/server/database/rows'
import type { ApproveRefusal, RequestState } from './decide-request'
import type { PersonShown } from './kind'
import { type KindName, type KindRefusal, kindOf, type PayloadShown } from './kinds'
import type { RequestRow } from './request'

/** People are named, and nothing more is said of them. */
export type RequestShown = {
  request: string; kind: KindName; organisation: string; tenant: string | null; subject: string; payload: PayloadShown; terms: string; purpose: string
  requestedBy: PersonShown; requestedAt: string; state: RequestState; decidedBy: PersonShown | null; decidedAt: string | null; reason: string | null; version: string
}
/** `ifApproved` is what would be answered if the reader approved it now: null if nothing stands in the way, or if the reader is not one who approves. */
export type RequestRead = RequestShown & { ifApproved: ApproveRefusal | KindRefusal | null }

/** However many they are, their people are looked up once. */
export async function showRequests(rows: Pick<ReadRows, 'person'>, requests: readonly RequestRow[]): Promise<RequestShown[]> {
  const ids = new Set(requests.flatMap(({ kind, payload, requestedBy, decidedBy }) => [requestedBy, ...(decidedBy === null ? [] : [decidedBy]), ...kindOf(kind).gainers(payload)]))
  const people = await rows.person.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const nameOf = (person: string): PersonShown => {
    const name = names.get(person)
    if (name === undefined) throw new Error(`${person} stands in a request and cannot be named by its reader`)
    return { person, name }
  }
  return requests.map(({ id, kind, organisationId, tenantId, subject, payload, terms, purpose, requestedBy, requestedAt, state, decidedBy, decidedAt, decisionReason, version }) => ({
    request: id, kind: kind as KindName, organisation: organisationId, tenant: tenantId, subject, payload: kindOf(kind).shown(payload, nameOf), terms, purpose,
    requestedBy: nameOf(requestedBy), requestedAt: requestedAt.toISOString(), state: state as RequestState,
    decidedBy: decidedBy === null ? null : nameOf(decidedBy), decidedAt: decidedAt?.toISOString() ?? null, reason: decisionReason, version: version.toString(),
  }))
}
