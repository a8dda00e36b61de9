import { z } from 'zod'
import { unseen } from '~/server/admission/decide'
import type { Decider, Showing } from '~/server/admission/decider'
import type { Line, Verdict, Wish } from '~/server/admission/facts'
import { wereTaken } from '~/server/admission/placement/decide-placement'
import { Handle, Uuid } from '~/server/api/inputs'
import { type AnswerFacts, type AnswerOutcome, type AnsweredShown, answerAllocation, type AnswerRefusal, decideAnswer, factsAsked, findsOnPlatform } from './answer-allocation'
import type { Cost } from '~/server/prices/decide-cost'
import { costOf } from './cost'
import type { Moved } from './decide-terms'
import { lessOf, offerable } from './offer'
import { decisionShown } from './trace'

export const RenewTerms = z.strictObject({ tenant: Handle, allocation: Uuid })
/** `less` is what it would come to if so much were given instead. */
export const ShowSheet = RenewTerms.extend({ less: z.strictObject(offerable).nullable() })
/** What would come of a yes, now: by the decider that carries it out, on what is. `moved` is what is otherwise than what was signed or is to be. */
export type Sheet = {
  request: string; terms: string; moved: readonly Moved[]; verdict: Verdict; reason: string | null; says: string | null; trace: Line[]
  victims: readonly { tenant: string; allocation: string }[]; waits: boolean; burst: boolean; endsAt: string | null; amounts: Record<string, string>; devices: string; cost: Cost | null; at: string
}
type Sheets = Showing<z.output<typeof ShowSheet>, AnswerFacts, AnswerOutcome, Sheet | null>

const sheet = ({ request, now }: AnswerFacts, { moved, verdict, reason, says, effects }: AnswerOutcome, trace: readonly Line[], cost: Cost | null): Sheet | null => request && {
  request: request.id, terms: request.terms, moved, verdict, reason, says, trace: [...trace], victims: effects.victims, waits: effects.waits, burst: effects.burst, endsAt: effects.endsAt, amounts: { ...effects.amounts }, devices: effects.devices, cost, at: now,
}
type Seeing = z.output<typeof ShowSheet>
const given = (wish: Wish, { less }: Seeing): Wish => (less === null ? wish : lessOf(wish, less))
const { seeks } = answerAllocation
const common: Omit<Sheets, 'shows'> = {
  seeks, placesHeld: given, again: wereTaken, facts: (seen, asked) => factsAsked(seen, (kept) => given(kept, asked)), decide: decideAnswer, ...unseen,
}
/** Who decides in a tenant is told of what lies above it that it fits, or does not. */
export const showSheetInTenant: Sheets = {
  ...common,
  shows: (facts, outcome, policy, reach) => {
    const { trace, says } = decisionShown(outcome, reach, 'what would be')
    return sheet(facts, { ...outcome, says }, trace, costOf(facts, outcome, policy))
  },
}
/** Who decides for the platform sees what it is made of, where the platform is asked. */
export const showSheet: Sheets = { ...common, finds: findsOnPlatform, shows: (facts, outcome, policy) => sheet(facts, outcome, outcome.trace, costOf(facts, outcome, policy)) }

/** Asks for what would be done now, where that is otherwise than what was asked: whoever said yes to that has said it to something else. */
export const renewTermsInTenant: Decider<z.infer<typeof RenewTerms>, AnswerFacts, AnswerOutcome, AnsweredShown, AnswerRefusal> = {
  ...answerAllocation,
  settle(facts, outcome) {
    const settled = answerAllocation.settle(facts, outcome)
    const state = facts.living.state
    return facts.request?.state === 'open' ? { ...settled, answer: () => ({ ok: true, value: { allocation: facts.allocation, state, terms: facts.request?.terms ?? null, moved: outcome.moved } }) } : settled
  },
}
export const renewTerms: typeof renewTermsInTenant = { ...renewTermsInTenant, finds: findsOnPlatform }
