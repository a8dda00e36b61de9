import type { z } from 'zod'
import { specOf, type WriteAction } from '~/server/authorization/actions'
import type { PlatformWriter } from '~/server/database/deed'
import type { ReadRows } from '~/server/database/rows'
import type { Json } from '~/server/shared/canonical'
import type { Stake } from './decide-together'

export type PersonShown = { person: string; name: string }
/** What a judgement may look at: places and people, and what is between them. */
export type Seen = Pick<ReadRows, 'account' | 'breakGlass' | 'namespace' | 'organisation' | 'pair' | 'policy' | 'tenant' | 'region' | 'person'>
export type Approving = Pick<PlatformWriter<'requests.approve'>, 'rows' | 'now' | 'actor'>

type Spec<P, State, Shown extends Json, R extends string> = {
  /** By what it is asked, on a tenant or on the platform: who could not do that any more is written to of it no more. */
  readonly asks: readonly [WriteAction, ...WriteAction[]]
  /** What was asked, as it is kept: whatever is not this is a fault. */
  readonly payload: z.ZodType<P>
  /** Those it would give something to: none of them answers it. */
  readonly gainers: (payload: P) => readonly string[]
  readonly shown: (payload: P, nameOf: (person: string) => PersonShown) => Shown
  /** Whoever asked cannot take it back: it was asked because it must be answered. */
  readonly stays?: true
  /** Whoever asked is of another tenant: they are not asked back here, nobody above is asked in the tenant's place, and its own concept tells them what became of it. */
  readonly elsewhere?: true
  /** Meanwhile something is promised for it: it lapses with the promise, by a lane. */
  readonly promises?: true
  /** What whoever says yes puts at stake, by what was asked and the terms that they sign. Only a kind that says so is ever signed together with others. */
  readonly stake?: (payload: P, terms: unknown) => Stake
  /** Carried out in the deed of whoever says the last yes; or, where it moves what stands in the ledger, by a lane right after. */
  readonly inDeed: {
    /** What stands still from here on, so that what is decided is what is done. */
    readonly hold?: (tx: Approving, payload: P) => Promise<void>
    readonly load: (rows: Seen, payload: P) => Promise<State>
    readonly decide: (state: State) => { ok: true } | { ok: false; refusal: R }
    /** The answer is what was made, for the record. */
    readonly effect: (tx: Approving, payload: P) => Promise<Json>
    /** What a no does, where it does more than close the request. */
    readonly refused?: (tx: Approving, payload: P, reason: string) => Promise<void>
  } | null
}
/** A kind as the requests see it: whatever the payload is, only the kind reads it. */
export type Kind<Shown extends Json, R extends string> = {
  readonly asks: (tenant: string | null) => WriteAction
  readonly gainers: (payload: unknown) => readonly string[]
  readonly shown: (payload: unknown, nameOf: (person: string) => PersonShown) => Shown
  readonly byLane: boolean
  readonly stays: boolean
  readonly elsewhere: boolean
  /** What nobody answered in its time is over. */
  readonly lapses: boolean
  /** Null is always signed by itself. */
  readonly stake: (payload: unknown, terms: unknown) => Stake | null
  /** Null if it can be done as things are, else the first reason why not. What a lane carries out the lane decides. */
  readonly judge: (rows: Seen, payload: unknown) => Promise<R | null>
  readonly hold: (tx: Approving, payload: unknown) => Promise<void>
  readonly effect: (tx: Approving, payload: unknown) => Promise<Json>
  readonly refused: (tx: Approving, payload: unknown, reason: string) => Promise<void>
}

export function makeKind<P, State, Shown extends Json, R extends string>({ asks, payload: schema, gainers, shown, stays, elsewhere, promises, stake, inDeed }: Spec<P, State, Shown, R>): Kind<Shown, R> {
  return {
    asks: (tenant) => asks.find((action) => specOf(action).on === (tenant === null ? 'platform' : 'tenant')) ?? asks[0],
    gainers: (payload) => gainers(schema.parse(payload)),
    shown: (payload, nameOf) => shown(schema.parse(payload), nameOf),
    byLane: inDeed === null,
    stays: stays === true,
    elsewhere: elsewhere === true,
    lapses: stays !== true && promises !== true,
    stake: (payload, terms) => stake?.(schema.parse(payload), terms) ?? null,
    judge: async (rows, payload) => {
      const decision = inDeed?.decide(await inDeed.load(rows, schema.parse(payload)))
      return !decision || decision.ok ? null : decision.refusal
    },
    hold: async (tx, payload) => inDeed?.hold?.(tx, schema.parse(payload)),
    refused: async (tx, payload, reason) => inDeed?.refused?.(tx, schema.parse(payload), reason),
    effect: (tx, payload) => {
      if (!inDeed) throw new Error('what a lane carries out is not done in a deed')
      return inDeed.effect(tx, schema.parse(payload))
    },
  }
}
