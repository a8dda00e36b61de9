import { type Decision, decide, unseen } from '~/server/admission/decide'
import type { Decider, Seen, Settling } from '~/server/admission/decider'
import type { Asker, Policy, Wish } from '~/server/admission/facts'
import { wereTaken } from '~/server/admission/placement/decide-placement'
import type { LaneRequest } from '~/server/database/lane-requests'
import { nothingMoved } from '~/server/ledger/account'
import { type ByRuleDecision, decideByRule, type Spent } from '~/server/requests/decide-by-rule'
import { isOnPlatform } from '~/server/requests/decide-rule'
import { digestOf, type Json } from '~/server/shared/canonical'
import type { AdmissionReason, AllocationRefusal } from './allocation.refusals'
import { livingOf } from './change-allocation'
import { type CreateFacts, factsFor } from './create-allocation'
import { type AllocationState, decideLife, type Life, type Living } from './decide-life'
import { decideMoved, decideTerms, type Moved } from './decide-terms'

export type Asked = Pick<LaneRequest, 'id' | 'state' | 'terms' | 'terms_body' | 'rule' | 'decided_by' | 'deadline' | 'asked_at' | 'payload' | 'by_rule'>
export type AnswerFacts = CreateFacts & { readonly allocation: string; readonly living: Living; readonly request: Asked | null; readonly policies: string; /** Where a rule is to say whether it says yes. */ readonly byRule?: Spent }
export type AnswerOutcome = Decision & { readonly moved: readonly Moved[]; readonly terms: { readonly [name: string]: Json } | null; readonly life: Life | null; readonly byRule?: ByRuleDecision }
export type AnswerRefusal = 'terms_changed' | AdmissionReason | AllocationRefusal
export type AnsweredShown = { allocation: string; state: AllocationState; terms: string | null; moved: readonly Moved[] }

const asItIs = (wish: Wish): Wish => wish
/** While a question waits for its answer the promise is kept so much longer, and no more. */
const questionHours = 7 * 24
const hoursAfter = (at: string, hours: number) => new Date(Date.parse(at) + hours * 3_600_000).toISOString()

const higher = (one: string, other: string) => (BigInt(one) < BigInt(other) ? other : one)
/** How it would be decided if everybody had said yes: without its own promise in the accounts, for whoever asked. What was promised is kept, too, where the limit is on its way below it; how many others wait was asked when it came. `becoming` is what becomes of what they asked for. */
export function factsAsked(seen: Seen, becoming: (kept: Wish) => Wish = asItIs): AnswerFacts {
  const row = seen.allocation
  if (!row?.wish) throw new Error('what was never asked for cannot be answered')
  const { wish: kept, asker } = JSON.parse(row.wish) as { wish: Wish; asker: Asker }
  const wish = becoming(kept)
  const { state, now } = factsFor({ ...seen, asker, nameTaken: false, pending: 0 }, wish)
  const living = livingOf(row)
  const own = living.state === 'held' && !living.waits ? living.amounts : {}
  const accounts = state.accounts.map((account) => ({
    ...account, standing: Object.fromEntries(Object.entries(account.standing).map(([resource, [nominal, hard, used, held, unexplained]]) => [resource, [nominal, own[resource] === undefined ? hard : higher(hard, String(BigInt(used) + BigInt(held))), used, String(BigInt(held) - BigInt(own[resource] ?? 0)), unexplained] as const])),
  }))
  const request = seen.request?.kind !== 'allocation.admit' ? null : { id: seen.request.id, state: seen.request.state, terms: seen.request.terms, terms_body: seen.request.terms_body, rule: seen.request.rule, decided_by: seen.request.decided_by, deadline: seen.request.deadline, asked_at: seen.request.asked_at, payload: seen.request.payload, by_rule: seen.request.by_rule }
  return { state: { ...state, accounts, approved: true }, wish, now, allocation: row.id, living, request, policies: seen.policies, ...(seen.byRule ? { byRule: seen.byRule } : {}) }
}

/** What a tenant decides by itself is not there for who works on the platform, open or over. */
export const findsOnPlatform = (request: LaneRequest | null): boolean => request !== null && isOnPlatform(request.level, request.asked_roles)

const happenings = { approved: 'approve', refused: 'refuse', withdrawn: 'release' } as const
/** The terms as they are now have the version after those that were asked: what was signed is not theirs. */
export function decideAnswer({ state, wish, now, allocation, living, request, policies, byRule: spent }: AnswerFacts, policy: Policy): AnswerOutcome {
  const decision = decide(state, wish, policy, now)
  const fits = decision.verdict !== 'refuse'
  const was = request?.terms_body ?? {}
  const is = fits ? { kind: 'allocation.admit', ...(decideTerms(allocation, wish, state.tenant, decision.effects, policies) as unknown as { readonly [name: string]: Json }) } : was
  const moved = fits ? decideMoved(was, is) : []
  const terms = request && moved.length > 0 ? { ...is, version: Number(was.version ?? 0) + 1 } : null
  const holds = fits && moved.length === 0
  const byRule = spent && living.state === 'held' ? ruleSays({ state, wish, now }, policy, holds, spent) : null
  const answered = byRule?.is === 'approved' ? 'approved' : request?.state
  const happening = answered !== undefined && Object.hasOwn(happenings, answered) ? happenings[answered as keyof typeof happenings] : null
  const life = !happening ? null : happening === 'approve' && !holds ? null : decideLife(happening === 'approve' ? { ...living, waits: living.waits || decision.effects.waits } : living, happening, now, { endsAt: decision.effects.endsAt, endMax: null })
  return { ...decision, moved, terms, life, ...(byRule ? { byRule } : {}) }
}
/** Asked as it was at first, of how things are now: what would have to be asked of somebody for another reason meanwhile no rule answers. */
function ruleSays({ state, wish, now }: Pick<CreateFacts, 'state' | 'wish' | 'now'>, policy: Policy, holds: boolean, spent: Spent): ByRuleDecision {
  if (!holds) return { is: 'asked', because: 'terms_changed' }
  const { effects } = decide({ ...state, approved: false }, wish, policy, now)
  return decideByRule(policy.byRule, { mayGo: effects.byRule ?? false, devices: BigInt(effects.devices), hours: effects.hours }, spent)
}

/**
 * Brings an allocation in line with what was answered, and what is asked in line with what is. Safe to repeat: what is over, or as it should be, stays. If what would be
 * done is not what was signed nothing is done: what was said is no yes to it, and whoever decides is shown what is otherwise.
 */
export const answerAllocation: Decider<{ tenant: string; allocation: string }, AnswerFacts, AnswerOutcome, AnsweredShown, AnswerRefusal> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  placesHeld: asItIs,
  again: wereTaken,
  facts: (seen) => factsAsked(seen),
  decide: decideAnswer,
  ...unseen,
  settle(facts, outcome) {
    const { living, request, now } = facts
    if (!request || (living.state !== 'held' && request.state === 'open')) return idle(facts, null, [])
    if (living.state !== 'held') return { ...idle(facts, request.terms, []), isIdle: false, answers: { carried_out_at: now } }
    if (outcome.life) return end(facts, request, outcome, outcome.life)
    if (request.state === 'approved' || outcome.terms) return askAgain(facts, request, outcome)
    if (outcome.byRule) return leave(facts, request, outcome.byRule)
    const until = request.asked_at === null ? request.deadline : hoursAfter(now > (request.deadline ?? now) ? now : (request.deadline ?? now), questionHours)
    if (until === living.heldUntil) return idle(facts, request.terms, [])
    return { ...unmoved(facts), change: { held_until: until }, effect: { before: { heldUntil: living.heldUntil }, after: { heldUntil: until } }, answer: () => ({ ok: true, value: { allocation: facts.allocation, state: 'held', terms: request.terms, moved: [] } }) }
  },
}

type Settled = Settling<AnsweredShown, AnswerRefusal>
const unmoved = ({ living }: AnswerFacts) => ({ verdict: 'admit', reason: null, amounts: living.amounts, posting: nothingMoved, make: null, change: null }) as const
const idle = (facts: AnswerFacts, terms: string | null, moved: readonly Moved[]): Settled =>
  ({ ...unmoved(facts), isIdle: true, effect: { before: null, after: null }, answer: () => ({ ok: true, value: { allocation: facts.allocation, state: facts.living.state, terms, moved } }) })

/** What a rule did not say yes to is asked of people, as ever; they see why. */
const leave = (facts: AnswerFacts, request: Asked, { is, ...why }: ByRuleDecision): Settled => ({
  ...unmoved(facts), verdict: 'hold', reason: is === 'drawn' ? 'drawn' : 'not_by_rule', effect: { before: { byRule: request.by_rule }, after: { request: request.id, byRule: is } }, answers: { by_rule: is, byRule: { is, ...why } },
  answer: () => ({ ok: true, value: { allocation: facts.allocation, state: 'held', terms: request.terms, moved: [] } }),
})

function end({ allocation, living, now }: AnswerFacts, request: Asked, { effects, byRule }: AnswerOutcome, life: Life): Settled {
  if (!life.ok) throw new Error(`allocation ${allocation} was answered and cannot be: ${life.refusal}`)
  const { state, posting, ends } = life
  const gone = byRule?.is === 'approved' ? byRule : null
  const begins = { held_until: null, admitted_at: now, ends_at: effects.endsAt, burst: effects.burst, region: effects.placement?.region ?? null, placement: effects.placement as unknown as Json }
  const waits = { waiting_since: now }
  const change = { state, ...(state === 'admitted' ? begins : state === 'waiting' ? waits : { ended_at: now, waiting_since: null }), ...(request.state === 'approved' ? { approved_by: request.decided_by } : {}) }
  return {
    verdict: 'admit', reason: null, word: gone ? 'by_rule' : undefined, amounts: living.amounts, posting: state === 'waiting' ? { used: {}, held: negative(living) } : posting, make: null, change, ...(state === 'admitted' ? { victims: effects.victims } : {}), answers: { carried_out_at: now, ...(gone ? { state: 'approved', decided_at: now, by_rule: gone.is, device_hours: gone.deviceHours, byRule: gone } : {}) },
    effect: { before: { state: living.state }, after: { state, request: request.id, terms: request.terms, ...(gone ? { byRule: true } : ends ? {} : { approvedBy: request.decided_by }) } },
    answer: () => ({ ok: true, value: { allocation, state, terms: request.terms, moved: [] } }),
  }
}
/** Whoever waits is promised nothing. */
const negative = ({ amounts, waits }: Living) => (waits ? {} : Object.fromEntries(Object.entries(amounts).map(([resource, amount]) => [resource, amount === '0' ? '0' : `-${amount}`])))

/** Where it fits nowhere now there are no other terms to ask: the same stand, for when it does, and whoever said yes is asked anew. */
function askAgain(facts: AnswerFacts, request: Asked, { terms, moved, verdict, reason, says }: AnswerOutcome): Settled {
  const body = terms ?? { ...request.terms_body, version: Number(request.terms_body.version ?? 0) + 1 }
  const change = verdict === 'refuse' ? { reason, says } : { moved: moved as unknown as Json }
  const about = moved.map(({ term, was, is }) => ({ field: term, says: `${JSON.stringify(was)} → ${JSON.stringify(is)}`.slice(0, 200) }))
  return {
    ...unmoved(facts), verdict: 'hold', reason: verdict === 'refuse' ? reason : 'terms_changed', effect: { before: { terms: request.terms }, after: { terms: digestOf(body), ...change } },
    answers: { ...(request.by_rule === 'due' ? { by_rule: 'asked' } : {}), state: 'open', decided_by: null, decided_at: null, said_yes: [], terms: digestOf(body), terms_body: body, change },
    answer: () => (verdict === 'refuse' ? { ok: false, refusal: (reason ?? 'terms_changed') as AnswerRefusal, about: [{ field: 'says', says: says ?? '' }] } : { ok: false, refusal: 'terms_changed', about }),
  }
}
