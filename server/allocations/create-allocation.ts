import { z } from 'zod'
import { type Decision, decide, unseen } from '~/server/admission/decide'
import { documentMost } from '~/server/admission/decide-given'
import type { Decider, Seen } from '~/server/admission/decider'
import type { Policy, State, Wish } from '~/server/admission/facts'
import { withoutValues } from '~/server/admission/pod-security/decide-variables'
import { wereTaken } from '~/server/admission/placement/decide-placement'
import { Handle, noAddress, noSecret, named, Prose, Resource } from '~/server/api/inputs'
import type { Json } from '~/server/shared/canonical'
import type { AdmissionReason } from './allocation.refusals'
import { askingFor } from './asking'
import { Model } from './model'
import type { ClaimSignal } from '~/server/admission/claims/decide-claims'

const Quantity = z.string().min(1).max(32)
const Document = z.string().min(2).max(65_536).refine(...noSecret)
const LabelKey = z.string().max(63).regex(/^[a-z0-9A-Z]([a-z0-9A-Z./_-]{0,61}[a-z0-9A-Z])?$/, 'is the key of a label, such as cost-center')
const LabelValue = z.string().max(63).regex(/^([a-z0-9A-Z]([a-z0-9A-Z._-]{0,61}[a-z0-9A-Z])?)?$/, 'is the value of a label').refine(...noSecret).refine(...noAddress)

export const CreateAllocation = z.strictObject({
  tenant: Handle, namespace: Handle, name: Handle, class: Handle, pods: z.int().min(1).max(1_000),
  each: named(Resource, Quantity).refine((each) => Object.keys(each).length > 0, 'names a resource'),
  models: z.array(Model).max(16), region: Handle.nullable(), labels: named(LabelKey, LabelValue), purpose: Prose, hours: z.int().min(1).max(8_760).nullable(),
  /** Documents as Kubernetes has them, in JSON. */
  pod: Document.transform((text) => withoutValues(text, documentMost)).nullable(), claims: z.array(Document).max(8),
  /** Where there is no room it waits for some, and is not refused. */
  waits: z.boolean(),
})
export type CreateAllocationInput = z.infer<typeof CreateAllocation>
export type Created = { allocation: string | null; verdict: 'admit' | 'hold'; reason: string | null; says: string | null; approver: 'tenant' | 'platform' | null; /** A rule is to look at it first. */ byRule: boolean; heldUntil: string | null; endsAt: string | null }

export type CreateFacts = { readonly state: State; readonly wish: Wish; readonly now: string }
/** What a claim is charged by. */
const classesOf = ({ claims }: Policy) => claims.classes.map((name) => `${name}.deviceclass.resource.k8s.io/devices`)
export const factsFor = (seen: Seen, wish: Wish): CreateFacts => ({
  state: {
    asker: seen.asker ?? { person: '', roles: [], machine: true }, tenant: seen.tenant, namespace: seen.namespace, accounts: seen.accounts([...new Set([...Object.keys(wish.each), ...Object.keys(seen.policy.limits.perPod), ...classesOf(seen.policy)])]), regions: seen.regions,
    nameTaken: seen.nameTaken, pending: seen.pending, recent: seen.recent, approved: false, ahead: seen.ahead, lent: seen.lent, fleet: seen.fleet(wish), ...(seen.aside ? { aside: seen.aside } : {}),
  },
  wish, now: seen.now,
})

/** What a claim tried that no work here needs. It stands in what the check looked at. */
const signalsOf = ({ trace }: Decision) => ((trace.find(({ check }) => check === 'claims')?.saw as { signals?: readonly ClaimSignal[] } | undefined)?.signals ?? []).map((signal) => `claims.${signal}` as const)

const foundNoRoom: ReadonlySet<string | null> = new Set<AdmissionReason>(['waits_for_room', 'quota_exceeded_above', 'others_wait'])

export const createAllocation: Decider<CreateAllocationInput, CreateFacts, Decision, Created, AdmissionReason> = {
  seeks: ({ tenant, namespace, name, class: of }) => ({ tenant, namespace, name, class: of }),
  places: (wish) => wish,
  // Where it could have stood is kept with it also where there is no room: by that is reckoned later whether it would have had some.
  again: (outcome, { state }) => wereTaken(outcome) || (foundNoRoom.has(outcome.reason) && !state.fleet.searched),
  facts: factsFor,
  decide: ({ state, wish, now }, policy) => decide(state, wish, policy, now),
  ...unseen,
  settle({ wish, now, state: { asker, tenant } }, decision) {
    const { verdict, reason, says, effects } = decision
    const signals = signalsOf(decision)
    if (verdict === 'refuse') {
      const answer = () => ({ ok: false, refusal: reason as AdmissionReason, about: [{ field: 'says', says: says ?? '' }] }) as const
      return { verdict, reason, amounts: effects.amounts, posting: effects.posting, make: null, change: null, effect: { before: null, after: null }, signals, answer }
    }
    const state = verdict === 'admit' ? 'admitted' : effects.approver === null ? 'waiting' : 'held'
    return {
      verdict, reason, amounts: effects.amounts, posting: effects.posting, victims: effects.victims, signals, change: null, asks: askingFor(wish, tenant, effects, reason), effect: { before: null, after: { state, amounts: effects.amounts } },
      make: {
        name: wish.name, class: wish.class, priority: effects.priority, state, pods: wish.pods, region: effects.placement?.region ?? null, placement: effects.placement as unknown as Json, burst: effects.burst, preemptible: effects.preemptible, reserved: effects.reserved, devices: effects.devices, approved_by: null,
        held_until: effects.heldUntil, admitted_at: verdict === 'admit' ? now : null, ends_at: effects.endsAt, waiting_since: effects.waits ? now : null, wish: wish.waits || state === 'held' ? JSON.stringify({ wish, asker }) : null, preemptions: 0,
      },
      answer: (allocation) => ({ ok: true, value: { allocation, verdict, reason, says, approver: effects.approver, byRule: effects.byRule ?? false, heldUntil: effects.heldUntil, endsAt: effects.endsAt } }),
    }
  },
}
