import type { Reach } from '~/server/authorization/permit'
import type { Answer, Change } from '~/server/database/deed'
import type { AllocationRow, UsedRow } from '~/server/database/lane'
import type { Answered, Asking, LaneRequest } from '~/server/database/lane-requests'
import type { AccountFacts, Posting } from '~/server/ledger/account'
import type { Answering } from '~/server/requests/decide-request'
import type { Json } from '~/server/shared/canonical'
import type { Placement, Want } from './placement/decide-placement'
import type { Pushables, Pushing } from './priority/decide-aside'
import type { Spent } from '~/server/requests/decide-by-rule'
import type { Asker, NamespaceFacts, Policy, State, Verdict, Wish } from './facts'
import type { SignalKind } from '~/server/signals/signal'

/** What a wish is about, so that it can be held before it is decided. */
/** What is asked about an allocation may be of what class it is from now on: such a wish has its turn among those who come. */
export type Sought = { readonly tenant: string } & ({ readonly allocation: string; readonly class?: string } | { readonly namespace: string; readonly class: string; readonly name: string })

/** How things stand, under the locks: what earlier wishes of the same batch moved is in it. */
export type Seen = {
  readonly now: string
  /** Null where the engine does it by itself. */
  readonly asker: Asker | null
  /** As whom they would answer what is asked, on the platform or in the tenant: what they hold there, and for whom they decide. */
  readonly answering: (on: 'platform' | 'tenant') => Answering | null
  readonly tenant: State['tenant']
  readonly namespace: NamespaceFacts
  readonly policy: Policy
  readonly accounts: (resources: readonly string[]) => readonly AccountFacts[]
  readonly allocation: AllocationRow | null
  readonly nameTaken: boolean
  /** Of what is over and was placed: whether its nodes have room for all of it again. True of whatever was placed nowhere. */
  readonly placeIsFree: boolean
  /** The models of GPU of the nodes on which it stands; none of what stands nowhere. */
  readonly placedOn: readonly string[]
  /** Of what runs: where it would stand with so many whole GPUs a pod on its own nodes; null where they are not free, or it was placed nowhere. */
  readonly grown: (gpus: number) => Placement | null
  readonly pending: number
  readonly regions: State['regions']
  readonly recent: State['recent']
  /** How the fleet stood for this wish. */
  readonly fleet: (wish: Wish) => State['fleet']
  readonly ahead: readonly string[]
  readonly lent: State['lent']
  /** Whom this class could push aside; null where nobody looked, or it may not. */
  readonly aside: Pushables | null
  /** What it was seen to use, where its decider looks at that. */
  readonly used: Omit<UsedRow, 'id'> | null
  /** What is asked of somebody about this allocation, and has not come to its end. */
  readonly request: LaneRequest | null
  /** What a rule looks at before it says yes to it; null where none is to. */
  readonly byRule: Spent | null
  /** Whether a class has a quota of its own in the namespace. */
  readonly hasShare: (of: string) => boolean
  /** The digest of the policies that apply. */
  readonly policies: string
}

/** A new allocation; who it is of and what it is called stand in the wish. */
export type Making = Pick<AllocationRow, 'name' | 'class' | 'priority' | 'state' | 'pods' | 'region' | 'placement' | 'burst' | 'preemptible' | 'reserved' | 'devices' | 'approved_by' | 'held_until' | 'admitted_at' | 'ends_at' | 'waiting_since' | 'wish' | 'preemptions'>
export type Changing = Partial<Pick<AllocationRow, 'state' | 'region' | 'placement' | 'burst' | 'held_until' | 'admitted_at' | 'running_at' | 'ends_at' | 'ended_at' | 'waiting_since' | 'preemptions' | 'approved_by' | 'pods' | 'resources' | 'amounts' | 'devices' | 'wish' | 'class' | 'priority' | 'preemptible' | 'reserved'>>

/** What is to be written of an outcome, and what whoever asked is told. */
export type Settling<T, R extends string> = {
  readonly verdict: Verdict
  readonly reason: string | null
  /** By what the record calls it, where that is not the reason. */
  readonly word?: string | undefined
  readonly amounts: Readonly<Record<string, string>>
  readonly posting: Posting
  /** By how much what is seen beyond any grant changes, in every account on the way. */
  readonly unexplained?: Readonly<Record<string, string>>
  readonly make: Making | null
  readonly change: Changing | null
  readonly effect: Change
  /** What the platform should hear of, whatever became of it. */
  readonly signals?: readonly SignalKind[]
  /** Somebody must say yes first: what they are asked, under the policies of now. */
  readonly asks?: ((allocation: string, policies: string) => Asking) | undefined
  /** What becomes of what was asked. */
  readonly answers?: Answered
  /** Whose place it takes: each is told, and gives back what it holds, before this takes it. */
  readonly victims?: readonly { readonly tenant: string; readonly allocation: string }[]
  /** The id is that of what is made, if something is. */
  readonly answer: (allocation: string | null) => Answer<T, R>
  /** As it should be already: nothing is written of it. */
  readonly isIdle?: boolean
}

/** As a decider, but what comes of it is only told: nothing is written. */
export type Showing<I, F = unknown, O = unknown, T extends Json = Json> = Pick<Decider<I, F, O>, 'seeks' | 'looksAtUse' | 'places' | 'again' | 'placesHeld' | 'hasTurn' | 'finds' | 'facts' | 'decide' | 'reclaims' | 'wantsBack' | 'pushes'> & {
  readonly shows: (facts: F, outcome: O, policy: Policy, reach: Reach) => T
}

/**
 * Load, decide, write, with the middle held apart: `decide` is given nothing but what is kept of it, the facts and the policies, so whatever it said once it says again.
 */
export type Decider<I, F = unknown, O = unknown, T extends Json = Json, R extends string = string> = {
  readonly seeks: (wish: I) => Sought
  /** What it is about was used somehow, and that matters. */
  readonly looksAtUse?: true
  /** What is to be looked for on the fleet, before anything is locked. */
  readonly places?: (wish: I) => Wish
  /** Whether it must be looked for again: others were quicker, or nobody knew what to look for. */
  readonly again?: (outcome: O, facts: F) => boolean
  /** Places what it is about: nodes are looked for by the wish that stands with the allocation, or by what becomes of that. */
  readonly placesHeld?: (kept: Wish, wish: I) => Wish
  /** It takes room again, and so has its turn among those who come. */
  readonly hasTurn?: true
  readonly facts: (seen: Seen, wish: I) => F
  readonly decide: (facts: F, policy: Policy) => O
  /** Whether what is asked about it is there for whoever comes by this way; where it is not, the answer is that of what does not exist. Left out, whoever reaches the allocation finds it. */
  readonly finds?: (request: LaneRequest | null) => boolean
  /** What is lent would matter, and was not among the facts. */
  readonly reclaims?: (outcome: O) => boolean
  /** What is lent and stands where it could be would matter, and was not among the facts. */
  readonly wantsBack?: (outcome: O) => Want | null
  /** Whom it could push aside would matter, and was not among the facts. */
  readonly pushes?: (outcome: O) => Pushing | null
  readonly settle: (facts: F, outcome: O) => Settling<T, R>
}
