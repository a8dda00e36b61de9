import { z } from 'zod'
import { prepare, ruleFactsOf } from '~/server/admission/decide-given'
import type { Policy } from '~/server/admission/facts'
import { policyFrom } from '~/server/admission/policy'
import { policiesNow } from '~/server/admission/policy-now'
import { compileRule, costMost, type RuleRefusal } from '~/server/admission/rules/compile-rule'
import { lettersMost } from '~/server/admission/rules/decide-cost'
import type { RuleFacts } from '~/server/admission/rules/decide-rules'
import { type Tried, tryOnEach } from '~/server/admission/rules/try-rule'
import type { CreateFacts } from '~/server/allocations/create-allocation'
import { Handle } from '~/server/api/inputs'
import type { TenantReader } from '~/server/database/read'
import { findWishes } from './find-wishes'

/** The latest so many wishes, or as many of them as there is time for. */
const [wishesMost, triedMs] = [8, 2_000]
export const TryCondition = z.strictObject({ tenant: Handle, condition: z.string().min(1).max(lettersMost) })

/** Whether it could be part of a policy, at which cost at its worst; or why it can only be tried, if that. */
export type Enforceable = { readonly ok: true; readonly cost: number; readonly costMost: number } | { readonly ok: false; readonly refusal: RuleRefusal; readonly says: string }
export type WishTried = { readonly allocation: string | null; readonly namespace: string; readonly name: string; readonly at: string; readonly came: Tried }
export type ConditionTried = {
  readonly enforceable: Enforceable
  /** The latest first. */
  readonly tried: readonly WishTried[]
  /** For which the time was up. */
  readonly left: number
  /** Decided by a version of the product whose facts this one cannot read. */
  readonly unread: number
}

/**
 * One condition on the latest wishes, as rules see them under the policies of now. Whatever it is, each try of it is ended in time, others are answered meanwhile, and nothing
 * of it is kept.
 */
export async function tryCondition(db: TenantReader, { condition }: z.infer<typeof TryCondition>): Promise<ConditionTried> {
  const compiled = compileRule(condition)
  const enforceable: Enforceable = compiled.ok ? { ok: true, cost: compiled.cost, costMost } : { ok: false, refusal: compiled.refusal, says: compiled.says }
  // What cannot be read comes to nothing, whatever it is shown.
  if (!enforceable.ok && enforceable.refusal === 'not_cel') return { enforceable, tried: [], left: 0, unread: 0 }
  const policy = policyFrom(await policiesNow(db, db.tenant))
  const past = (await findWishes(db, wishesMost)).map(({ allocationId, at, facts }) => ({ allocation: allocationId, at: at.toISOString(), ...seenIn(JSON.parse(facts) as CreateFacts, policy) }))
  const readable = past.flatMap(({ facts, ...wish }) => (facts ? [{ facts, wish }] : []))
  const until = performance.now() + triedMs
  const came = await tryOnEach(condition, readable.map(({ facts }) => facts), () => performance.now() >= until)
  const tried = came.flatMap((one, at) => { const wish = readable[at]?.wish; return wish ? [{ ...wish, came: one }] : [] })
  return { enforceable, tried, left: readable.length - tried.length, unread: past.length - readable.length }
}

/** What a rule would see of it; null where its facts cannot be read: those of another version may lack what this one asks for. */
function seenIn({ state, wish, now }: CreateFacts, policy: Policy): { readonly namespace: string; readonly name: string; readonly facts: RuleFacts | null } {
  const { namespace, name } = wish
  try {
    return { namespace, name, facts: ruleFactsOf(prepare(state, wish, policy, now)) }
  } catch {
    return { namespace, name, facts: null }
  }
}
