import { z } from 'zod'
import { type Decision, decide, unseen } from '~/server/admission/decide'
import type { Decider, Seen } from '~/server/admission/decider'
import type { Policy, Wish } from '~/server/admission/facts'
import { wereTaken } from '~/server/admission/placement/decide-placement'
import { Digest, Handle, Uuid } from '~/server/api/inputs'
import { nothingMoved } from '~/server/ledger/account'
import type { Answering } from '~/server/requests/decide-request'
import type { Rule } from '~/server/requests/decide-rule'
import { digestOf, type Json } from '~/server/shared/canonical'
import type { AdmissionReason } from './allocation.refusals'
import { type AnsweredShown, type AnswerFacts, factsAsked, findsOnPlatform } from './answer-allocation'
import { decideOffer, type OfferRefusal, type Size } from './decide-offer'
import { decideMoved, decideTerms, type Moved } from './decide-terms'

export const offerable = { pods: z.int().min(1).max(1_000), hours: z.int().min(1).max(8_760).nullable() }
export const OfferLess = z.strictObject({ tenant: Handle, allocation: Uuid, terms: Digest, ...offerable })
type Offer = z.infer<typeof OfferLess>

type OfferFacts = AnswerFacts & {
  readonly offered: { readonly pods: number; readonly hours: number | null; readonly terms: string }
  readonly by: Answering
  readonly said: { readonly size: Size; readonly requestedBy: string; readonly saidYes: readonly string[]; readonly recused: readonly string[] }
  readonly asker: Json
}
type OfferOutcome = Decision & { readonly offer: ReturnType<typeof decideOffer>; readonly moved: readonly Moved[]; readonly terms: { readonly [name: string]: Json } | null }
type Settled = ReturnType<Decider<Offer, OfferFacts, OfferOutcome, AnsweredShown, OfferRefusal | AdmissionReason>['settle']>

/** The same with less of it. */
export const lessOf = (wish: Wish, { pods, hours }: Size): Wish => ({ ...wish, pods, hours })

/** Decided as it was when it was asked, with less of it: nobody has said yes to that yet, so nothing is placed. The rule stays that of what was asked. */
function decideLess({ state, wish, now, allocation, living, request, policies, offered, by, said }: OfferFacts, policy: Policy): OfferOutcome {
  const decision = decide({ ...state, approved: false }, wish, policy, now)
  const rule = request ? (request.rule as unknown as Rule) : { anyOf: [], factor: 'passkey' as const }
  // An allocation gives something to nobody but whoever asked for it.
  const asked = { isOpen: request?.state === 'open' && living.state === 'held', terms: request?.terms ?? '', rule, gainers: [], ...said }
  const offer = decideOffer(asked, by, offered)
  if (!offer.ok || decision.verdict === 'refuse' || !request) return { ...decision, offer, moved: [], terms: null }
  const is = { kind: 'allocation.admit', ...(decideTerms(allocation, wish, state.tenant, decision.effects, policies) as unknown as { readonly [name: string]: Json }) }
  return { ...decision, offer, moved: decideMoved(request.terms_body, is), terms: { ...is, version: Number(request.terms_body.version ?? 0) + 1 } }
}

/** What is promised from now on is less, and the difference is free for others at once. What was said to the more is no yes to the less. */
function settle({ allocation, living, wish, request, offered, by, said, asker }: OfferFacts, { offer, verdict, reason, says, effects, moved, terms }: OfferOutcome): Settled {
  const refused = (refusal: OfferRefusal | AdmissionReason, about: { field: string; says: string }[] = []): Settled =>
    ({ verdict: 'refuse', reason: refusal, amounts: living.amounts, posting: nothingMoved, make: null, change: null, effect: { before: null, after: null }, answer: () => ({ ok: false, refusal, ...(about.length ? { about } : {}) }) })
  if (!offer.ok) return refused(offer.refusal)
  if (verdict === 'refuse' || !request || !terms) return refused((reason ?? 'terms_changed') as AdmissionReason, [{ field: 'says', says: says ?? '' }])
  const { amounts, devices } = effects
  const resources = Object.keys(amounts).sort()
  const change = { pods: offered.pods, resources, amounts: resources.map((resource) => amounts[resource] ?? '0'), devices, wish: JSON.stringify({ wish, asker }) }
  return {
    verdict: 'hold', reason: 'terms_changed', amounts, posting: living.waits ? nothingMoved : { used: {}, held: differences(living.amounts, amounts) }, make: null, change,
    effect: { before: { terms: request.terms, ...said.size, amounts: living.amounts }, after: { terms: digestOf(terms), pods: offered.pods, hours: offered.hours, amounts, offeredBy: by.person, ...(offer.through === null ? {} : { inPlaceOf: offer.through }) } },
    answers: { terms: digestOf(terms), terms_body: terms, said_yes: [], payload: { ...(request.payload as { [name: string]: Json }), pods: offered.pods, hours: offered.hours }, change: { moved: moved as unknown as Json, says: 'Less than was asked for is offered.' } },
    answer: () => ({ ok: true, value: { allocation, state: 'held', terms: digestOf(terms), moved } }),
  }
}
function differences(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries([...new Set([...Object.keys(before), ...Object.keys(after)])].sort().map((resource) => [resource, String(BigInt(after[resource] ?? 0) - BigInt(before[resource] ?? 0))]))
}

const sizeIn = (row: Seen['allocation']): Size => {
  const { pods, hours } = (JSON.parse(row?.wish ?? '{"wish":{}}') as { wish: Size }).wish
  return { pods, hours }
}

/** On the platform what they are there counts, in a tenant what they are in it. */
const offering = (on: 'platform' | 'tenant'): Decider<Offer, OfferFacts, OfferOutcome, AnsweredShown, OfferRefusal | AdmissionReason> => ({
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  placesHeld: lessOf,
  again: wereTaken,
  facts: (seen, { pods, hours, terms }) => {
    const facts = factsAsked(seen, (wish) => lessOf(wish, { pods, hours }))
    return {
      ...facts, offered: { pods, hours, terms }, by: seen.answering(on) ?? { person: '', roles: [], delegated: [], isMachine: true },
      said: { size: sizeIn(seen.allocation), requestedBy: seen.request?.requested_by ?? '', saidYes: seen.request?.said_yes ?? [], recused: seen.request?.recused ?? [] },
      asker: (JSON.parse(seen.allocation?.wish ?? '{}') as { asker?: Json }).asker ?? null,
    }
  },
  decide: decideLess,
  ...unseen,
  settle,
})
export const offerLessInTenant = offering('tenant')
export const offerLess: typeof offerLessInTenant = { ...offering('platform'), finds: findsOnPlatform }
