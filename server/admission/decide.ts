/**
 * What becomes of a wish. Pure, total and the only one there is: the form that is still being filled in, the commit, the approver's sheet and the replay of any past
 * decision all ask this. What goes in is what is stored, so the same facts under the same policies give the same bytes for ever.
 */
import type { Json } from '~/server/shared/canonical'
import { peaceOf } from '~/server/ledger/decide-reclaim'
import type { QuantityRefusal } from '~/server/shared/quantity'
import { many } from '~/server/shared/many'
import { readStrictJson } from './claims/strict-json'
import { decideActive } from './decide-active'
import { type Effects, effectsOf } from './decide-effects'
import { asksForOwn, documentMost, type Given, prepare, ruleFactsOf, wantedBy } from './decide-given'
import type { Found } from './found'
import type { Line, Policy, State, Verdict, Wish } from './facts'
import { decideLabels } from './labels/decide-labels'
import { matchPattern } from './labels/match-pattern'
import { decideLentNodes, isForOneNode } from './placement/decide-lent-nodes'
import { decidePlacement, foundAt, type PlacementFound, type Want, whyNoGpus } from './placement/decide-placement'
import { stricter } from './pod-security/decide-level'
import { decidePodSecurity } from './pod-security/decide-pod-security'
import { decideAsideOnNodes, type Pushing } from './priority/decide-aside'
import { decideRules } from './rules/decide-rules'
import { evaluateRule } from './rules/evaluate-rule'

export type Decision = {
  readonly verdict: Verdict
  readonly reason: string | null
  readonly says: string | null
  readonly trace: readonly Line[]
  readonly effects: Effects
  /** What is its own stands nowhere, and nobody has looked yet whether what is lent stands where it could. That is no part of what is said. */
  readonly wantsBack?: Want
}
/** What would matter to it and was not among the facts. */
export const unseen = {
  reclaims: ({ effects }: Decision): boolean => effects.reclaims,
  wantsBack: ({ wantsBack }: Decision): Want | null => wantsBack ?? null,
  pushes: ({ effects }: Decision): Pushing | null => effects.pushes ?? null,
}
/** `sofar` is what the checks before it come to. */
type Check = { readonly name: string; readonly look: (given: Given, sofar: Verdict) => Found }

/** The list is the order. The first that refuses is the reason that is given; the first that holds, if none refuses. */
export const checks: readonly Check[] = [
  { name: 'tenant', look: ({ state: { tenant }, now }) => decideActive(tenant, now) },
  { name: 'namespace', look: namespaceIsOpen },
  { name: 'amounts', look: amountsAreKnown },
  { name: 'limits', look: ({ limits }) => limits },
  { name: 'labels', look: ({ state, wish, policy }) => decideLabels(policy.labels, { ...wish, given: state.namespace?.labels ?? {} }, matchPattern) },
  { name: 'podSecurity', look: podIsSafe },
  { name: 'claims', look: ({ claims }) => claims },
  { name: 'rules', look: (given) => decideRules(given.policy.rules, ruleFactsOf(given), evaluateRule) },
  { name: 'residency', look: ({ residency }) => residency },
  { name: 'priority', look: ({ priority }) => priority },
  { name: 'duration', look: endIsNear },
  { name: 'name', look: nameIsFree },
  { name: 'pending', look: fewArePending },
  { name: 'quota', look: quotaFits },
  { name: 'placement', look: nodesFit },
]

function look(given: Given): { readonly name: string; readonly one: Found }[] {
  const found: { readonly name: string; readonly one: Found }[] = []
  let sofar: Verdict = 'admit'
  for (const { name, look: check } of checks) {
    const one = check(given, sofar)
    found.push({ name, one })
    // What somebody has said yes to already is not held again.
    if (one.outcome === 'refuses') sofar = 'refuse'
    else if (one.outcome === 'holds' && sofar === 'admit' && !given.state.approved) sofar = 'hold'
  }
  return found
}

export function decide(state: State, wish: Wish, policy: Policy, now: string): Decision {
  const prepared = prepare(state, wish, policy, now)
  const first = look(prepared)
  // For what still needs somebody's yes nobody loses a place.
  const asksFirst = !state.approved && first.some(({ one }) => one.outcome === 'holds')
  const given = asksFirst && (prepared.reclaimed !== null || prepared.mayPush) ? { ...prepared, reclaimed: null, pushed: null, mayPush: false } : prepared
  const found = given === prepared ? first : look(given)
  const refusals = found.filter(({ one }) => one.outcome === 'refuses')
  const waits = wish.waits && refusals.length > 0 && refusals.every(({ one }) => isForRoom(one))
  const trace = found.map(({ name, one }) => lineOf(name, waits ? waiting(one) : one, state.approved))
  const holding = trace.filter(({ outcome }) => outcome === 'holds')
  const dominant = trace.find(({ outcome }) => outcome === 'refuses') ?? holding.find(({ reason }) => reason !== waitsForRoom) ?? holding[0]
  const verdict = verdictOf(trace)
  const asks = holding.some(({ reason }) => reason !== waitsForRoom)
  const placed = found.map(({ one }) => one).findLast(hasPlacement) ?? null
  const wantsBack = wantsBackOf(given, placed)
  return { verdict, reason: dominant?.reason ?? null, says: dominant?.says ?? null, trace, effects: effectsOf(verdict, given, waits, asks, trace.flatMap(holdsOf), placed), ...(wantsBack ? { wantsBack } : {}) }
}
const findsNoNode = (placed: PlacementFound | null) => placed?.outcome === 'refuses' && placed.reason === 'no_node_fits'
function wantsBackOf(given: Given, placed: PlacementFound | null): Want | null {
  if (given.state.lent?.nodes || !findsNoNode(placed) || !asksForOwn(given)) return null
  const want = wantedBy(given)
  return isForOneNode(want) ? want : null
}
const verdictOf = (found: readonly Pick<Found, 'outcome'>[]): Verdict => (found.some(({ outcome }) => outcome === 'refuses') ? 'refuse' : found.some(({ outcome }) => outcome === 'holds') ? 'hold' : 'admit')
/** All for which somebody is asked: a check may have several reasons, and tells the first. */
function holdsOf({ outcome, reason, saw }: Line): string[] {
  if (outcome !== 'holds' || reason === waitsForRoom || reason === null) return []
  const { held } = saw as { held?: string[] }
  return held ?? [reason]
}
const hasPlacement = (found: Found): found is PlacementFound => 'placement' in found

/** What is held for want of room alone waits; what needs somebody's yes besides asks for that first, because that is told first. */
export const waitsForRoom = 'waits_for_room'
const isForRoom = (found: Found) => found.outcome === 'refuses' && found.lifts === 'room'
const waiting = (found: Found): Found => (found.outcome === 'refuses' ? { outcome: 'holds', reason: waitsForRoom, says: found.says, saw: found.saw, ...(found.warnings ? { warnings: found.warnings } : {}) } : found)

function lineOf(check: string, found: Found, approved: boolean): Line {
  const passed = found.outcome === 'passes' || (approved && found.outcome === 'holds' && found.reason !== waitsForRoom)
  return { check, outcome: passed ? 'passes' : found.outcome, reason: passed ? null : found.reason, says: passed ? null : found.says, warnings: found.warnings ?? [], saw: found.saw }
}
const passes = (saw: Found['saw']): Found => ({ outcome: 'passes', saw })
const refuses = (reason: string, says: string, saw: Found['saw']): Found => ({ outcome: 'refuses', reason, says, saw })

function namespaceIsOpen({ state: { namespace }, wish }: Given): Found {
  const saw = { namespace: wish.namespace, state: namespace?.state ?? null, environment: namespace?.environment ?? null }
  if (namespace?.state === 'closed') return refuses('namespace_closed', 'This namespace is deleted, or about to be: nothing begins in it.', saw)
  return namespace?.state === 'frozen' ? refuses('namespace_frozen', 'This namespace is frozen: what it has stays, and nothing is added.', saw) : passes(saw)
}

const notAmounts: Record<QuantityRefusal, (resource: string) => string> = {
  not_a_quantity: (resource) => `What is asked of ${resource} is not a quantity, such as 8, 500m or 32Gi.`,
  negative: (resource) => `Less than none of ${resource} cannot be asked for.`,
  below_smallest_unit: (resource) => `What is asked of ${resource} is finer than it is counted.`,
  too_large: (resource) => `More of ${resource} is asked for than can be counted.`,
}
function amountsAreKnown({ wish, read, all, claims, limits }: Given): Found {
  const saw = { pods: wish.pods, each: wish.each, all }
  if (!read.ok) return refuses('amount_unclear', notAmounts[read.refusal](read.resource), saw)
  if (all === null) return refuses('amount_unclear', 'All pods together ask for more than can be counted.', saw)
  const noGpus = whyNoGpus(limits.perPod)
  if (noGpus !== null) return refuses('gpus_unclear', noGpus, saw)
  return Object.values(read.each).every((amount) => amount === 0n) && claims.devices === 0n ? refuses('nothing_asked', 'Nothing is asked for.', saw) : passes(saw)
}

function podIsSafe({ state: { namespace }, wish, policy, now }: Given): Found {
  if (wish.pod === null) return passes({ pods: [] })
  const text = readStrictJson(wish.pod, documentMost)
  const document = text.ok ? text.value : null
  const level = stricter(policy.podSecurity.level, namespace?.podSecurity ?? null)
  return decidePodSecurity({ ...policy.podSecurity, level }, [{ name: wish.name, document }], { namespace: `${wish.tenant}/${wish.namespace}`, environment: namespace?.environment ?? null, now })
}

function endIsNear({ wish, policy: { admission } }: Given): Found {
  const saw = { hours: wish.hours, hoursMax: admission.hoursMax }
  return (wish.hours ?? 0) > admission.hoursMax ? refuses('too_long', `It may last ${admission.hoursMax} hours at most, and be extended then.`, saw) : passes(saw)
}

function nameIsFree({ state, wish }: Given): Found {
  const saw = { name: wish.name, taken: state.nameTaken }
  return state.nameTaken ? refuses('name_taken', `There is an allocation called ${wish.name} in this namespace already.`, saw) : passes(saw)
}

function fewArePending({ state, policy: { admission } }: Given): Found {
  const saw = { pending: state.pending, pendingMax: admission.pendingMax }
  return state.pending < admission.pendingMax ? passes(saw) : refuses('too_many_pending', `${many(state.pending, 'request of this namespace waits', 'requests of this namespace wait')} already; ${admission.pendingMax} may.`, saw)
}

/** What is its own comes back first, where that is lent; then whoever may be pushed aside goes. */
function nodesFit(given: Given, sofar: Verdict): Found {
  const { state: { fleet, lent, aside }, policy, mayPush, missing, reclaimed, pushed, priority, now } = given
  const want = wantedBy(given)
  const found = decidePlacement(policy.placement, fleet, want, sofar)
  if (!findsNoNode(found)) return found
  const peace = peaceOf(now, policy.admission)
  const back = lent?.nodes && asksForOwn(given) ? decideLentNodes(want, lent, missing ?? {}, peace) : null
  if (back) return foundAt(back.placement, lent?.nodes ?? [], back.victims)
  const made = mayPush && aside ? decideAsideOnNodes(want, aside, pushed ?? [], priority.class?.value ?? 0, peace) : null
  return made ? foundAt(made.placement, aside?.nodes ?? [], [...(reclaimed ?? []), ...(pushed ?? []), ...made.victims]) : found
}

function quotaFits({ fit, reclaimed, pushed }: Given): Found {
  if (fit === null) return passes({ requested: {}, fits: [] } satisfies Json)
  return reclaimed === null && pushed === null ? fit.found : passes(fit.found.saw)
}
