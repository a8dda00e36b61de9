import type { z } from 'zod'
import type { PlatformWriter } from '~/server/database/deed'
import type { ReadRows } from '~/server/database/rows'
import type { Json } from '~/server/shared/canonical'

export type PersonShown = { person: string; name: string }
/** What a judgement may look at: places and people, and nothing inside a tenant. */
export type Seen = Pick<ReadRows, 'organisation' | 'tenant' | 'region' | 'person'>
export type Approving = Pick<PlatformWriter<'requests.approve'>, 'rows' | 'now' | 'actor'>

type Spec<P, State, Shown extends Json, R extends string> = {
  /** What would be done, as it is kept: whatever is not this is a fault. */
  readonly payload: z.ZodType<P>
  /** Those it would give something to: none of them answers it. */
  readonly gainers: (payload: P) => readonly string[]
  readonly shown: (payload: P, nameOf: (person: string) => PersonShown) => Shown
  readonly load: (rows: Seen, payload: P) => Promise<State>
  readonly decide: (state: State) => { ok: true } | { ok: false; refusal: R }
  /** Does it, in the deed of whoever approves. The answer is what was made, for the record. */
  readonly effect: (tx: Approving, payload: P) => Promise<Json>
}
/** A kind as the requests see it: whatever the payload is, only the kind reads it. */
export type Kind<Shown extends Json, R extends string> = {
  readonly gainers: (payload: unknown) => readonly string[]
  readonly shown: (payload: unknown, nameOf: (person: string) => PersonShown) => Shown
  /** Null if it can be done as things are, else the first reason why not. */
  readonly judge: (rows: Seen, payload: unknown) => Promise<R | null>
  readonly effect: (tx: Approving, payload: unknown) => Promise<Json>
}

export function makeKind<P, State, Shown extends Json, R extends string>(spec: Spec<P, State, Shown, R>): Kind<Shown, R> {
  return {
    gainers: (payload) => spec.gainers(spec.payload.parse(payload)),
    shown: (payload, nameOf) => spec.shown(spec.payload.parse(payload), nameOf),
    judge: async (rows, payload) => {
      const decision = spec.decide(await spec.load(rows, spec.payload.parse(payload)))
      return decision.ok ? null : decision.refusal
    },
    effect: (tx, payload) => spec.effect(tx, spec.payload.parse(payload)),
  }
}
