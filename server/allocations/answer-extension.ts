import type { Decider, Seen, Settling } from '~/server/admission/decider'
import type { Policy } from '~/server/admission/facts'
import { nothingMoved } from '~/server/ledger/account'
import { digestOf, type Json } from '~/server/shared/canonical'
import type { AllocationRefusal } from './allocation.refusals'
import type { AnsweredShown, Asked } from './answer-allocation'
import { decideChange, factsOf, type LifeFacts, type LifeOutcome } from './change-allocation'
import { decideMoved, type Moved } from './decide-terms'
import { costOfExtension, type Extended, extendedOf, extensionTerms } from './extend-allocation'

type ExtensionFacts = LifeFacts & { readonly what: Extended; readonly devices: string; readonly request: Asked | null; readonly policies: string; readonly tenantFrozen: boolean }
type Outcome = { readonly life: LifeOutcome | { readonly ok: false; readonly refusal: 'tenant_frozen' } | null; readonly terms: { readonly [name: string]: Json }; readonly moved: readonly Moved[] }
type Refusal = 'terms_changed' | AllocationRefusal

function facts(seen: Seen): ExtensionFacts {
  const request = seen.request?.kind === 'allocation.extend' ? seen.request : null
  const asked = request?.terms_body.endsAt
  return {
    ...factsOf(seen, 'extend', { endsAt: typeof asked === 'string' ? asked : null, endMax: null }), what: extendedOf(seen), devices: seen.allocation?.devices ?? '0', policies: seen.policies, tenantFrozen: seen.tenant.frozen,
    request: request && { id: request.id, state: request.state, terms: request.terms, terms_body: request.terms_body, rule: request.rule, decided_by: request.decided_by, deadline: request.deadline, asked_at: request.asked_at, payload: request.payload, by_rule: null },
  }
}

/** What whoever signed signed is compared with what it would be now: another end meanwhile, or other policies, and it is asked anew. */
function decide(of: ExtensionFacts, policy: Policy): Outcome {
  const { what, living, devices, until, now, request, policies, tenantFrozen } = of
  const endsAt = until.endsAt ?? now
  const was = request?.terms_body ?? {}
  const is = extensionTerms(what, living, devices, living.endsAt, endsAt, costOfExtension(what, living.amounts, living.endsAt ?? now, endsAt, policy), policies)
  const moved = request ? decideMoved(was, is) : []
  const life = request?.state !== 'approved' ? null : tenantFrozen ? { ok: false as const, refusal: 'tenant_frozen' as const } : decideChange(of)
  return { life, terms: { ...is, version: Number(was.version ?? 0) + 1 }, moved }
}

const runs = (state: string) => state === 'admitted' || state === 'running'
/** Moves an end that somebody said yes to, once. Of what does not run any more nothing is moved, and nobody need answer. */
export const answerExtension: Decider<{ tenant: string; allocation: string }, ExtensionFacts, Outcome, AnsweredShown, Refusal> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  facts, decide,
  settle({ allocation, living, request, now }, { life, terms, moved }): Settling<AnsweredShown, Refusal> {
    const unmoved = { verdict: 'admit', reason: null, amounts: living.amounts, posting: nothingMoved, make: null, change: null } as const
    const told = () => ({ ok: true, value: { allocation, state: living.state, terms: request?.terms ?? null, moved } }) as const
    if (!request || (request.state === 'open' && runs(living.state))) return { ...unmoved, isIdle: true, effect: { before: null, after: null }, answer: told }
    if (request.state === 'open') return { ...unmoved, effect: { before: { request: 'open' }, after: { request: request.id, state: 'lapsed' } }, answers: { state: 'lapsed', decided_at: now, carried_out_at: now }, answer: told }
    const done = { carried_out_at: now }
    if (request.state !== 'approved') return { ...unmoved, effect: { before: null, after: { request: request.id, state: request.state } }, answers: done, answer: told }
    if (!runs(living.state)) return { ...unmoved, effect: { before: { state: living.state }, after: { request: request.id } }, answers: done, answer: () => ({ ok: false, refusal: 'over' }) }
    if (life?.ok && moved.length === 0) {
      const effect = { before: { endsAt: living.endsAt }, after: { endsAt: life.endsAt, request: request.id, terms: request.terms, approvedBy: request.decided_by } }
      return { ...unmoved, change: { ends_at: life.endsAt }, effect, answers: done, answer: told }
    }
    const refusal: Refusal = life && !life.ok ? (life.refusal as AllocationRefusal) : 'terms_changed'
    const about = moved.map(({ term, was, is }) => ({ field: term, says: `${JSON.stringify(was)} → ${JSON.stringify(is)}`.slice(0, 200) }))
    return {
      ...unmoved, verdict: 'hold', reason: refusal, effect: { before: { terms: request.terms }, after: { terms: digestOf(terms), moved: moved as unknown as Json } },
      answers: { state: 'open', decided_by: null, decided_at: null, said_yes: [], terms: digestOf(terms), terms_body: terms, change: { moved: moved as unknown as Json } },
      answer: () => ({ ok: false, refusal, ...(about.length ? { about } : {}) }),
    }
  },
}
