import { createHash } from 'node:crypto'
import type { Holder, Reading } from '~/server/database/read'
import type { ReadRows } from '~/server/database/rows'
import type { LatelyUsed } from '~/server/allocations/use'
import type { Json } from '~/server/shared/canonical'
import type { ApproveRefusal, RequestState } from './decide-request'
import type { ByRuleDecision } from './decide-by-rule'
import { type AloneRefusal, decideAlone } from './decide-together'
import { type ApprovingRole, type Counted, decideQuorum, type RequestLevel, type Rule, type Void } from './decide-rule'
import type { PersonShown } from './kind'
import { type KindRefusal, kindOf, type PayloadShown, stateOf } from './kinds'
import { holding, type RequestRow, togetherNow, type WordKind, type WordRow, yesesIn } from './request'

/** People are named, and nothing more is said of them. */
type Common = {
  request: string; organisation: string | null; tenant: string | null; level: RequestLevel; subject: string; terms: string; purpose: string; allocation: string | null; rule: Rule
  requestedBy: PersonShown; requestedAt: string; deadline: string; askedAt: string | null; state: RequestState; isCarriedOut: boolean; yeses: number; byRule: ByRuleDecision['is'] | null; decidedBy: PersonShown | null; decidedAt: string | null; reason: string | null; version: string
}
export type RequestShown = Common & PayloadShown
/** In a list: how many devices are at stake, and why it is signed by itself and not together with others, if so. */
export type RequestListed = RequestShown & { devices: string; alone: AloneRefusal | null }
export type Word = { word: string; kind: WordKind; person: PersonShown | null; through: PersonShown | null; role: ApprovingRole | null; says: string | null; change: Json; factor: 'passkey' | 'code' | null; /** By which a signature is known at a glance, where there is one. */ fingerprint: string | null; void: Void | null; at: string }
/** Whoever asked, as far as its reader may know: what they asked for last and what became of it, how often the reader said yes to them, and how much of what they hold is used. */
export type AskerShown = { last: { request: string; subject: string; kind: string; state: RequestState; byRule: boolean; at: string }[]; yoursBefore: number; /** Null is not the reader's to know. */ use: LatelyUsed | null }
/** `ifApproved` is what would be answered if the reader approved it now: null if nothing stands in the way. */
export type RequestRead = RequestShown & { termsBody: { [name: string]: Json }; words: Word[]; lacks: Counted['lacks']; ifApproved: ApproveRefusal | KindRefusal | null; asker: AskerShown; /** Those that wait for its reader. */ beside: { previous: string | null; next: string | null } }

/** Who spoke, and in whose place. */
export const peopleOf = ({ personId, through }: WordRow): string[] => [personId, through].filter((person) => person !== null)

/** However many they are, their people are looked up once. */
export async function showRequests(rows: Pick<ReadRows, 'person'>, requests: readonly RequestRow[], others: readonly string[] = []): Promise<RequestShown[]> {
  const ids = [...others, ...requests.flatMap(({ kind, payload, requestedBy, decidedBy }) => [requestedBy, ...(decidedBy === null ? [] : [decidedBy]), ...kindOf(kind).gainers(payload)])]
  const nameOf = await namesOf(rows, ids)
  const now = new Date()
  return requests.map(({ id, kind, organisationId, tenantId, level, subject, payload, terms, purpose, allocationId, rule, requestedBy, requestedAt, deadline, askedAt, state, carriedOutAt, decidedBy, decidedAt, decisionReason, version, saidYes, byRule }) => ({
    request: id, organisation: organisationId, tenant: tenantId, level: level as RequestLevel, subject, terms, purpose, allocation: allocationId, rule: rule as Rule,
    requestedBy: nameOf(requestedBy), requestedAt: requestedAt.toISOString(), deadline: deadline.toISOString(), askedAt: askedAt?.toISOString() ?? null, state: stateOf({ kind, state, deadline, askedAt }, now), isCarriedOut: carriedOutAt !== null, yeses: saidYes.length, byRule: byRule === 'due' ? null : (byRule as ByRuleDecision['is'] | null),
    decidedBy: decidedBy === null ? null : nameOf(decidedBy), decidedAt: decidedAt?.toISOString() ?? null, reason: decisionReason, version: version.toString(),
    ...({ kind, payload: kindOf(kind).shown(payload, nameOf) } as PayloadShown),
  }))
}
export async function listShown({ rows, now }: Pick<Reading, 'rows' | 'now'>, requests: readonly RequestRow[]): Promise<RequestListed[]> {
  const [shown, devicesMost] = [await showRequests(rows, requests), await togetherNow({ rows, now })]
  const stakes = new Map(requests.map(({ id, kind, payload, termsBody }) => [id, kindOf(kind).stake(payload, termsBody)]))
  return shown.map((request) => {
    const stake = stakes.get(request.request) ?? null
    return { ...request, devices: String(stake?.devices ?? 0n), alone: decideAlone(stake, devicesMost) }
  })
}
async function namesOf(rows: Pick<ReadRows, 'person'>, ids: readonly string[]): Promise<(person: string) => PersonShown> {
  const people = await rows.person.findMany({ where: { id: { in: [...new Set(ids)] } }, select: { id: true, name: true } })
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return (person) => {
    const name = names.get(person)
    if (name === undefined) throw new Error(`${person} stands in a request and cannot be named by its reader`)
    return { person, name }
  }
}

/** All that was said, and which of it counts: a yes to other terms, or of somebody who lost the role since, is shown and counts no more. */
export async function saidOf(rows: Pick<ReadRows, 'person'>, { terms, termsBody, rule }: RequestRow, words: readonly WordRow[], holders: readonly Holder[]): Promise<Pick<RequestRead, 'termsBody' | 'words' | 'lacks'>> {
  const nameOf = await namesOf(rows, words.flatMap(peopleOf))
  const quorum = decideQuorum(rule as Rule, terms, yesesIn(words), holding(holders))
  const whyVoid = ({ kind, personId, terms: of }: WordRow) => (kind !== 'yes' ? null : (quorum.void.find(({ yes }) => yes.person === personId && yes.terms === of)?.because ?? null))
  return {
    termsBody: termsBody as { [name: string]: Json }, lacks: quorum.lacks,
    words: words.map((word) => ({
      word: word.id, kind: word.kind as WordKind, person: word.personId === null ? null : nameOf(word.personId), through: word.through === null ? null : nameOf(word.through), role: word.role as ApprovingRole | null, says: word.says, change: (word.body ?? null) as Json,
      factor: word.evidence === null ? null : (word.evidence as { kind?: string }).kind === 'passkey' ? 'passkey' : 'code', fingerprint: fingerprintOf(word.evidence), void: whyVoid(word), at: word.at.toISOString(),
    })),
  }
}
/** The first sixteen digits of the signature's own digest, in fours. */
function fingerprintOf(evidence: unknown): string | null {
  const { signature } = (evidence ?? {}) as { signature?: string }
  return signature === undefined ? null : (createHash('sha256').update(Buffer.from(signature, 'base64url')).digest('hex').slice(0, 16).match(/.{4}/g) ?? []).join(' ')
}
