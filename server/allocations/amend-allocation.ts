import type { z } from 'zod'
import { type Decision, decide, unseen } from '~/server/admission/decide'
import type { Changing, Decider, Seen, Settling, Showing } from '~/server/admission/decider'
import type { Asker, Policy, Wish } from '~/server/admission/facts'
import { wereTaken } from '~/server/admission/placement/decide-placement'
import { Digest, Uuid } from '~/server/api/inputs'
import { nothingMoved } from '~/server/ledger/account'
import { digestOf, type Json } from '~/server/shared/canonical'
import type { AdmissionReason } from './allocation.refusals'
import { type AnswerFacts, factsAsked } from './answer-allocation'
import { askingFor } from './asking'
import { CreateAllocation, type Created } from './create-allocation'
import { type AmendRefusal, decideAmend } from './decide-amend'
import type { AllocationState } from './decide-life'
import { decideMoved, type Moved } from './decide-terms'
import { type Previewed, previewOf } from './preview-allocation'

/** What stays is where it is, what it is called, and the documents that came with it. */
export const PreviewAmendment = CreateAllocation.omit({ namespace: true, name: true, pod: true, claims: true }).extend({ allocation: Uuid })
/** `terms` are those that whoever asked has seen. */
export const AmendAllocation = PreviewAmendment.extend({ terms: Digest })
type Amending = z.output<typeof PreviewAmendment>
type Amended = Created & { moved: readonly Moved[] }

type AmendFacts = Omit<AnswerFacts, 'state'> & {
  readonly state: AnswerFacts['state']
  readonly kept: Wish
  readonly by: Asker
  readonly requestedBy: string
  readonly crossesShares: boolean
}
type AmendOutcome = Decision & { readonly amend: ReturnType<typeof decideAmend>; readonly repeats: boolean; readonly moved: readonly Moved[]; readonly asks: Asks | null }
/** What is asked of somebody now: as for a new wish, with the next version of its terms. */
type Asks = Pick<ReturnType<NonNullable<ReturnType<typeof askingFor>>>, 'level' | 'rule' | 'asked_roles' | 'payload' | 'purpose'> & { readonly terms: { readonly [name: string]: Json } }
type Refusal = AmendRefusal | AdmissionReason

const becoming = (kept: Wish, { class: of, pods, each, models, region, labels, purpose, hours, waits }: Amending): Wish => ({ ...kept, class: of, pods, each, models, region, labels, purpose, hours, waits })
const sameWish = (one: Wish, other: Wish) => digestOf(one as unknown as Json) === digestOf(other as unknown as Json)

/** As if it were asked now, by who they are now, with its own promise given back. */
function factsAmended(seen: Seen, wish: Amending): AmendFacts {
  const asked = factsAsked(seen, (kept) => becoming(kept, wish))
  const by = seen.asker ?? { person: '', roles: [], machine: true }
  const { wish: kept } = JSON.parse(seen.allocation?.wish ?? '{}') as { wish: Wish }
  return { ...asked, state: { ...asked.state, asker: by, approved: false }, kept, by, requestedBy: seen.allocation?.asked_by ?? '', crossesShares: kept.class !== wish.class && [kept.class, wish.class].some(seen.hasShare) }
}

function decideAmendment({ state, wish, now, allocation, living, request, policies, kept, by, requestedBy, crossesShares }: AmendFacts, terms: string | null, policy: Policy): AmendOutcome {
  const decision = decide(state, wish, policy, now)
  const amend = decideAmend({ isOpen: request?.state === 'open' && living.state === 'held', terms: request?.terms ?? '', requestedBy, crossesShares }, { person: by.person, terms: terms ?? request?.terms ?? '' })
  const asking = askingFor(wish, state.tenant, decision.effects, decision.reason)?.(allocation, policies)
  const was = request?.terms_body ?? {}
  const body = asking && { ...(asking.terms as { readonly [name: string]: Json }), version: Number(was.version ?? 0) + 1 }
  const otherPurpose: Moved[] = kept.purpose === wish.purpose ? [] : [{ term: 'purpose', was: kept.purpose, is: wish.purpose }]
  return {
    ...decision, amend, repeats: sameWish(kept, wish), moved: [...(body ? decideMoved(was, body) : []), ...otherPurpose],
    asks: asking && body ? { level: asking.level, rule: asking.rule, asked_roles: asking.asked_roles, payload: asking.payload, purpose: asking.purpose, terms: body } : null,
  }
}

/** What is promised from now on is what is asked for now, in the same posting. A yes was to what was asked then: whatever is otherwise, it counts no more. */
function settle(facts: AmendFacts, { amend, repeats, verdict, reason, says, effects, moved, asks }: AmendOutcome): Settling<Amended, Refusal> {
  const { allocation, living, request, wish, by, now } = facts
  const refused = (refusal: Refusal, about: { field: string; says: string }[] = []): Settling<Amended, Refusal> =>
    ({ verdict: 'refuse', reason: refusal, amounts: living.amounts, posting: nothingMoved, make: null, change: null, effect: { before: null, after: null }, answer: () => ({ ok: false, refusal, ...(about.length ? { about } : {}) }) })
  if (!amend.ok) return refused(amend.refusal)
  if (!request) throw new Error(`nobody is asked about allocation ${allocation}, and yet it may be changed`)
  const value: Amended = { allocation, verdict: verdict === 'admit' ? 'admit' : 'hold', reason, says, approver: effects.approver, byRule: false, heldUntil: living.heldUntil, endsAt: effects.endsAt, moved }
  const answer = () => ({ ok: true, value }) as const
  if (repeats) return { verdict: 'hold', reason: null, amounts: living.amounts, posting: nothingMoved, make: null, change: null, isIdle: true, effect: { before: null, after: null }, answer }
  if (verdict === 'refuse') return refused(reason as AdmissionReason, [{ field: 'says', says: says ?? '' }])
  const state: AllocationState = verdict === 'admit' ? 'admitted' : asks ? 'held' : 'waiting'
  const resources = Object.keys(effects.amounts).sort()
  const size: Changing = {
    pods: wish.pods, resources, amounts: resources.map((resource) => effects.amounts[resource] ?? '0'), devices: effects.devices, wish: JSON.stringify({ wish, asker: by }),
    class: wish.class, priority: effects.priority, preemptible: effects.preemptible, reserved: effects.reserved,
  }
  const begins = { held_until: null, waiting_since: null, admitted_at: now, ends_at: effects.endsAt, burst: effects.burst, region: effects.placement?.region ?? null, placement: effects.placement as unknown as Json }
  const life: Changing = { admitted: begins, held: { waiting_since: effects.waits ? now : null }, waiting: { waiting_since: now, held_until: effects.heldUntil } }[state]
  const told = { moved: moved as unknown as Json, by: 'asker', says: asks ? 'Whoever asked for it asks for something else.' : 'Whoever asked for it asks for something else, which needs nobody’s yes.' }
  const answers = asks
    ? { level: asks.level, rule: asks.rule, asked_roles: asks.asked_roles, payload: asks.payload, purpose: asks.purpose, said_yes: [], terms: digestOf(asks.terms), terms_body: asks.terms, change: told }
    : { state: 'withdrawn', decided_by: by.person, decided_at: now, carried_out_at: now, purpose: wish.purpose, change: told }
  const all = Object.fromEntries([...new Set([...resources, ...Object.keys(living.amounts)])].map((resource) => [resource, effects.amounts[resource] ?? '0']))
  return {
    verdict, reason, amounts: all, posting: { used: effects.posting.used, held: moves(living.waits ? {} : living.amounts, effects.posting.held) }, make: null, change: { state, ...size, ...life }, victims: effects.victims,
    effect: { before: { state: living.state, terms: request.terms, amounts: living.amounts }, after: { state, terms: asks ? digestOf(asks.terms) : null, amounts: effects.amounts } }, answers, answer,
  }
}
/** What is promised after, less what was promised before. */
function moves(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries([...new Set([...Object.keys(before), ...Object.keys(after)])].sort().map((resource) => [resource, String(BigInt(after[resource] ?? 0) - BigInt(before[resource] ?? 0))]))
}

const common = {
  seeks: ({ tenant, allocation, class: of }: Amending & { tenant: string }) => ({ tenant, allocation, class: of }), placesHeld: becoming, again: wereTaken,
  ...unseen,
}
export const amendAllocation: Decider<z.output<typeof AmendAllocation>, AmendFacts & { readonly terms: string }, AmendOutcome, Amended, Refusal> = {
  ...common, facts: (seen, wish) => ({ ...factsAmended(seen, wish), terms: wish.terms }), decide: (facts, policy) => decideAmendment(facts, facts.terms, policy), settle,
}
/** What would happen to it, by the decider that changes it; nothing is written. */
export const previewAmendment: Showing<Amending, AmendFacts, AmendOutcome, Previewed> = {
  ...common, facts: factsAmended, decide: (facts, policy) => decideAmendment(facts, null, policy), shows: previewOf,
}
