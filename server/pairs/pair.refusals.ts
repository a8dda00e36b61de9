import { type AllowRefusal, daysMost, type EndRefusal, type OfferRefusal, offersMost, pairsMost } from './decide-pair'
import { thawing } from '~/server/tenants/frozen.refusals'

type Sentence = { readonly says: string; readonly fix: string }
const tenant_frozen = { says: 'The tenant is frozen: nothing in it can be changed.', fix: thawing }
const namespace_frozen = { says: 'The namespace is frozen: nothing new begins in it.', fix: 'Thaw it first.' }
const too_many_pairs = { says: `${pairsMost} pairs of this namespace are in force, and that is all there can be.`, fix: 'End one that is not needed any more.' }
export const offerRefusals = {
  tenant_frozen, namespace_frozen, too_many_pairs,
  namespace_unknown: { says: 'This tenant has no such namespace.', fix: 'Choose one of those that there are.' },
  same_tenant: { says: 'A pair is with a namespace of another tenant.', fix: 'Name the other tenant.' },
  until_not_possible: { says: 'That is not an end a pair can have.', fix: `Choose a day that is still to come, within ${daysMost} days.` },
  already_offered: { says: 'You have offered that already, and it waits for its answer.', fix: 'Wait for the answer, or withdraw that offer first.' },
  no_change: { says: 'That very pair is in force.', fix: 'Offer other ports or another end, or leave it as it is.' },
  too_many_offers: { says: `${offersMost} offers of this tenant wait for their answers, and that is all there can be.`, fix: 'Wait for an answer, or withdraw one.' },
} as const satisfies Record<OfferRefusal, Sentence>
export const allowRefusals = {
  tenant_frozen, namespace_frozen, too_many_pairs,
  offer_over: { says: 'The offer does not stand any more.', fix: 'Nothing to do: it lapses by itself.' },
  namespace_unknown: { says: 'The namespace is deleted, or about to be.', fix: 'Nothing to do: the offer lapses by itself.' },
} as const satisfies Record<AllowRefusal, Sentence>
export const endRefusals = {
  tenant_frozen,
  asked_of_us: { says: 'It is offered to this tenant, and not in force.', fix: 'Answer it among the requests.' },
  is_over: { says: 'It is over already.', fix: 'Nothing to do.' },
} as const satisfies Record<EndRefusal, Sentence>
