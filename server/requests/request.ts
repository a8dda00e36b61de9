import type { Actor } from '~/server/identity/actor'
import type { Holder } from '~/server/database/read'
import { digestOf, type Json } from '~/server/shared/canonical'
import { type PoliciesAt, policyNow } from '~/server/admission/policy-now'
import { ApprovalsPolicy, defaultApprovalsPolicy } from './approvals-policy'
import { aloneHoursOf } from './decide-asks-less'
import type { Answering, RequestState } from './decide-request'
import { type ApprovingRole, approvingRoles, decideRule, rolesIn, type RequestLevel, type Rule, type Weight, type Yes } from './decide-rule'

export type WordKind = 'yes' | 'no' | 'question' | 'answer' | 'recusal' | 'change' | 'rule'
export type WordRow = { id: string; kind: string; personId: string | null; role: string | null; through: string | null; terms: string; evidence: unknown; says: string | null; body: unknown; at: Date }
/** A request as a row. The terms are what would be done, and their digest: whoever says yes says it to these. */
export type RequestRow = {
  id: string; kind: string; organisationId: string | null; tenantId: string | null; subject: string; payload: unknown; terms: string; termsBody: unknown; purpose: string; rule: unknown; level: string
  requestedBy: string; requestedAt: Date; state: string; decidedBy: string | null; decidedAt: Date | null; decisionReason: string | null; version: bigint
  allocationId: string | null; deadline: Date; askedAt: Date | null; carriedOutAt: Date | null; saidYes: string[]; byRule: string | null
}
/** How a request stands after a deed: what is answered, and what the record says. */
export type RequestStanding = { request: string; kind: string; subject: string; state: RequestState; terms: string; version: string; tenant: string | null; allocation: string | null }
export const standing = ({ id, kind, subject, state, terms, version, tenantId, allocationId }: Pick<RequestRow, 'id' | 'kind' | 'subject' | 'state' | 'terms' | 'version' | 'tenantId' | 'allocationId'>): RequestStanding =>
  ({ request: id, kind, subject, state: state as RequestState, terms, version: version.toString(), tenant: tenantId, allocation: allocationId })
/** Who said yes, to which terms and in which role. */
export const yesesIn = (words: readonly Pick<WordRow, 'kind' | 'personId' | 'role' | 'through' | 'terms'>[]): Yes[] =>
  words.flatMap(({ kind, personId, role, through, terms }) => (kind === 'yes' && personId !== null ? [{ person: personId, as: role as ApprovingRole, through, terms }] : []))
/** The words that were said with what a rule wants shown for them. */
export const shownBy = <W extends Pick<WordRow, 'evidence'>>({ factor }: Pick<Rule, 'factor'>, words: readonly W[]): W[] => words.filter(({ evidence }) => factor === 'any' || (evidence as { kind?: string } | null)?.kind === factor)
/** Whether somebody still is what they were when they said yes, by what the database says of now. */
export function holding(holders: readonly Holder[]): (yes: Yes) => boolean {
  const now = new Set(holders.map(({ person, role, through }) => `${person} ${role} ${through}`))
  return ({ person, as, through }) => now.has(`${person} ${as} ${through}`)
}
/** As whom they answer: on the platform what they are on the platform counts, in a tenant what they are in all of it; and what those are for whom they decide. */
export function answeringOf({ personId, bindings, delegated, token }: Actor, tenant: string | null): Answering {
  const held = bindings.filter((binding) => binding.tenant === tenant && binding.namespace === null).map(({ role }) => role)
  return { person: personId, roles: approvingRoles.filter((role) => held.includes(role)), delegated: delegated.flatMap(({ tenant: of, through, role }) => (of === tenant ? [{ through, role }] : [])), isMachine: token !== null }
}

/** The same ask a second time, with other terms, has a version of its own: a yes to the first is none to the second. */
export const termsOf = (kind: string, version: number, body: { readonly [name: string]: Json }) => ({ kind, version, ...body })

/** The rule that holds for what is asked now. Whoever lowers it later does not lower it for what was asked before. */
export async function ruleNow(at: PoliciesAt, weight: Weight): Promise<Rule> {
  return decideRule((await approvalsNow(at)).rules, weight)
}
/** Up to how many devices a request may be signed together with others. */
export const togetherNow = async (at: PoliciesAt): Promise<number> => (await approvalsNow(at)).togetherDevicesMost
/** How long others have to stop what somebody opens by themselves. */
export const breakGlassNow = async (at: PoliciesAt) => (await approvalsNow(at)).breakGlass
/** For how many hours somebody elevates by themselves. */
export const aloneHoursNow = async (at: PoliciesAt): Promise<number> => aloneHoursOf(await approvalsNow(at))
/** What is said of approvals now: what is to ask for less holds a day after it was said. */
export const approvalsNow = async (at: PoliciesAt) => (await policyNow(at, 'approvals', { schema: ApprovalsPolicy, usual: defaultApprovalsPolicy })).body

/** Within a week somebody answers. */
const answerMs = 7 * 24 * 3_600_000

type Wish = { kind: string; organisation: string | null; tenant: string | null; level: RequestLevel; subject: string; payload: Record<string, Json>; purpose: string; rule: Rule }
/** What is written when somebody asks, whatever for: whoever asks stands in it from the beginning. */
export function newRequest({ kind, organisation, tenant, level, subject, payload, purpose, rule }: Wish, { actor, now }: { actor: Pick<Actor, 'personId'>; now: Date }) {
  const terms = termsOf(kind, 1, payload)
  const deadline = new Date(now.getTime() + answerMs)
  return { deadline, askedRoles: rolesIn(rule), kind, organisationId: organisation, tenantId: tenant, level, subject, payload, terms: digestOf(terms), termsBody: terms, purpose, rule: rule as unknown as Record<string, Json>, requestedBy: actor.personId, requestedAt: now }
}
