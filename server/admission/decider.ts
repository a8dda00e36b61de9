import type { Reach } from '~/server/authorization/permit'
import type { Answer, Change } from '~/server/database/deed'
import type { AllocationRow } from '~/server/database/lane'
import type { AccountFacts, Posting } from '~/server/ledger/account'
import type { Json } from '~/server/shared/canonical'
import type { Asker, Policy, State, Verdict, Wish } from './facts'

/** What a wish is about, so that it can be held before it is decided. */
export type Sought = { readonly tenant: string } & ({ readonly allocation: string } | { readonly namespace: string; readonly class: string; readonly name: string })

/** How things stand, under the locks: what earlier wishes of the same batch moved is in it. */
export type Seen = {
  readonly now: string
  /** Null where the engine does it by itself. */
  readonly asker: Asker | null
  readonly tenant: State['tenant']
  readonly policy: Policy
  readonly accounts: (resources: readonly string[]) => readonly AccountFacts[]
  readonly allocation: AllocationRow | null
  readonly nameTaken: boolean
  readonly pending: number
  readonly regions: State['regions']
  readonly recent: State['recent']
  /** How the fleet stood for this wish. */
  readonly fleet: (wish: Wish) => State['fleet']
  readonly ahead: readonly string[]
  readonly lent: State['lent']
}

/** A new allocation; who it is of and what it is called stand in the wish. */
export type Making = Pick<AllocationRow, 'name' | 'class' | 'priority' | 'state' | 'pods' | 'region' | 'placement' | 'burst' | 'preemptible' | 'reserved' | 'devices' | 'approved_by' | 'held_until' | 'admitted_at' | 'ends_at' | 'waiting_since' | 'wish' | 'preemptions'>
export type Changing = Partial<Pick<AllocationRow, 'state' | 'region' | 'placement' | 'burst' | 'held_until' | 'admitted_at' | 'running_at' | 'ends_at' | 'ended_at' | 'waiting_since' | 'preemptions'>>

/** What is to be written of an outcome, and what whoever asked is told. */
export type Settling<T, R extends string> = {
  readonly verdict: Verdict
  readonly reason: string | null
  readonly amounts: Readonly<Record<string, string>>
  readonly posting: Posting
  /** By how much what is seen beyond any grant changes, in every account on the way. */
  readonly unexplained?: Readonly<Record<string, string>>
  readonly make: Making | null
  readonly change: Changing | null
  readonly effect: Change
  /** What the platform should hear of, whatever became of it. */
  readonly signals?: readonly string[]
  /** Whose place it takes: each is told, and gives back what it holds, before this takes it. */
  readonly victims?: readonly { readonly tenant: string; readonly allocation: string }[]
  /** The id is that of what is made, if something is. */
  readonly answer: (allocation: string | null) => Answer<T, R>
}

/** As a decider, but what comes of it is only told: nothing is written. */
export type Showing<I, F = unknown, O = unknown, T extends Json = Json> = Pick<Decider<I, F, O>, 'seeks' | 'places' | 'facts' | 'decide' | 'reclaims'> & {
  readonly shows: (facts: F, outcome: O, policy: Policy, reach: Reach) => T
}

/**
 * Load, decide, write, with the middle held apart: `decide` is given nothing but what is kept of it, the facts and the policies, so whatever it said once it says again.
 */
export type Decider<I, F = unknown, O = unknown, T extends Json = Json, R extends string = string> = {
  readonly seeks: (wish: I) => Sought
  /** What is to be looked for on the fleet, before anything is locked; and whether it must be looked for again, because others were quicker. */
  readonly places?: { readonly wish: (wish: I) => Wish | null; readonly again: (outcome: O) => boolean }
  readonly facts: (seen: Seen, wish: I) => F
  readonly decide: (facts: F, policy: Policy) => O
  /** What is lent would matter, and was not among the facts. */
  readonly reclaims?: (outcome: O) => boolean
  readonly settle: (facts: F, outcome: O) => Settling<T, R>
}
