/** While a question waits for its answer the clock stands, and so much longer at most. */
export const questionMs = 7 * 24 * 3_600_000

/** What nobody answered in its time is over at that moment, whether anybody has written it down or not. */
export const lapsesAt = ({ deadline, askedAt }: { readonly deadline: Date; readonly askedAt: Date | null }): Date => (askedAt === null ? deadline : new Date(deadline.getTime() + questionMs))

type Standing<S extends string> = { readonly state: S; readonly deadline: Date; readonly askedAt: Date | null }
/** `lapses` is of its kind: what must be answered never does, and what is promised something lapses with the promise. */
export const stateAt = <S extends string>({ state, ...clock }: Standing<S>, lapses: boolean, now: Date): S | 'lapsed' => (state === 'open' && lapses && lapsesAt(clock) <= now ? 'lapsed' : state)
