/**
 * What becomes of a wish. Pure, total and the only one there is: the form that is still being filled in, the commit, the approver's sheet and the replay of any past
 * decision all ask this. What goes in is what is stored, so the same facts under the same policies give the same bytes for ever.
 */
import type { Posting } from '~/server/ledger/account'
import { mayGoByRule } from '~/server/requests/decide-by-rule'
import { decideRule, type Rule } from '~/server/requests/decide-rule'
import { decideFit, type QuotaFit } from '~/server/ledger/decide-fit'
import { decideReclaim, type Lent, peaceOf } from '~/server/ledger/decide-reclaim'
import { decideOwn } from '~/server/ledger/decide-own'
import { type Amount, amountMax } from '~/server/shared/amount'
import type { Json } from '~/server/shared/canonical'
import { parseQuantity, type QuantityRefusal } from '~/server/shared/quantity'
import { type ClaimsFound, decideClaims } from './claims/decide-claims'
import { readStrictJson } from './claims/strict-json'
import { decideActive } from './decide-active'
import type { Found } from './found'
import type { Line, Policy, State, Verdict, Wish } from './facts'
import { decideLabels } from './labels/decide-labels'
import { matchPattern } from './labels/match-pattern'
import { decideLimits, type LimitsFound } from './limits/decide-limits'
import { decidePlacement, foundAt, gpuParts, type Placement, type PlacementFound, shapeOf, type Want, whyNoGpus } from './placement/decide-placement'
import { tolerationsOf } from './placement/decide-tolerated'
import { stricter } from './pod-security/decide-controls'
import { decidePodSecurity } from './pod-security/decide-pod-security'
import { decideAside, decideAsideOnNodes, lackingIn, type Lack, type Pushable, type Pushing } from './priority/decide-aside'
import { decidePriority, type PriorityFound, profileFor } from './priority/decide-priority'
import { residencyOfTenant } from './residency/decide-failover'
import { decideNewWork, type NewWorkFound } from './residency/decide-new-work'
import { decideResidency } from './residency/decide-residency'
import { decideRules, requestsOf } from './rules/decide-rules'
import { evaluateRule } from './rules/evaluate-rule'
import { isIsolationLevel } from '~/server/tenants/isolation'

export type Decision = {
  readonly verdict: Verdict
  readonly reason: string | null
  readonly says: string | null
  readonly trace: readonly Line[]
  readonly effects: Effects
}
export type Effects = {
  /** For all pods together; nothing where the answer is no. */
  readonly posting: Posting
  readonly amounts: Readonly<Record<string, string>>
  /** All devices, those of claims in their worst case. */
  readonly devices: string
  readonly priority: number
  readonly preemptible: boolean
  readonly burst: boolean
  /** Paid for: nobody takes it back. */
  readonly reserved: boolean
  /** Whose lent room it takes back. */
  readonly victims: readonly { readonly tenant: string; readonly allocation: string }[]
  /** It is its own share that it asks for, others have it, and nobody has looked yet who. */
  readonly reclaims: boolean
  /** It may push others aside for want of room, and nobody has looked yet whom. */
  readonly pushes?: Pushing
  /** Where it may be placed: there and nowhere else. */
  readonly regions: readonly string[]
  /** There is no room for it now: it takes none, nor is it promised any. */
  readonly waits: boolean
  /** Whose yes it needs, if it needs one, and by which rule. */
  readonly approver: 'tenant' | 'platform' | null
  readonly rule: Rule | null
  /** A rule of the tenant's may say it, within its budget; left out where none may. */
  readonly byRule?: true
  readonly heldUntil: string | null
  /** For how long, from when it begins: fewer hours than were asked for where it is lent, or longer than anything may last. */
  readonly hours: number
  readonly endsAt: string | null
  /** Null where nothing is placed: the ledger alone decided, or somebody must say yes first. */
  readonly placement: Placement | null
}

/** What a document's text may be: far more than any that Kubernetes takes. */
export const documentMost = { bytesMost: 64 * 1024, depthMost: 64 }

type Amounts = Readonly<Record<string, Amount>>
type Read = { readonly ok: true; readonly each: Amounts } | { readonly ok: false; readonly resource: string; readonly refusal: QuantityRefusal }
/** What several checks need, worked out once, before the first of them is asked. */
type Given = {
  readonly state: State; readonly wish: Wish; readonly policy: Policy; readonly now: string; readonly read: Read
  readonly limits: LimitsFound; readonly claims: ClaimsFound; readonly all: Readonly<Record<string, string>> | null; readonly fit: QuotaFit | null; readonly devices: Amount; readonly residency: NewWorkFound; readonly priority: PriorityFound
  /** What is given back for it; null where none is, or none would do. */
  readonly reclaimed: readonly Lent[] | null; readonly reclaims: boolean
  /** Whom it pushes aside in the ledger; null where it may not, or has no need, or nobody would do. */
  readonly pushed: readonly Pushable[] | null; readonly mayPush: boolean; readonly lacks: readonly Lack[] | null
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
  { name: 'rules', look: rulesAllow },
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
  return { verdict, reason: dominant?.reason ?? null, says: dominant?.says ?? null, trace, effects: effectsOf(verdict, given, waits, asks, trace.flatMap(holdsOf), found.map(({ one }) => one).findLast(hasPlacement) ?? null) }
}
const verdictOf = (found: readonly Pick<Found, 'outcome'>[]): Verdict => (found.some(({ outcome }) => outcome === 'refuses') ? 'refuse' : found.some(({ outcome }) => outcome === 'holds') ? 'hold' : 'admit')
/** All for which somebody is asked: a check may have several reasons, and tells the first. */
function holdsOf({ outcome, reason, saw }: Line): string[] {
  if (outcome !== 'holds' || reason === waitsForRoom || reason === null) return []
  const { held } = saw as { held?: string[] }
  return held ?? [reason]
}
const hasPlacement = (found: Found): found is PlacementFound => 'placement' in found

/** What is looked for on the fleet before anything is locked, by what was known of the place when it was last decided about; under the locks it is asked again. `mayBe` is where the tenant may be at all. */
export function wantOf({ tenant, regions, known, policy }: Pick<State, 'tenant' | 'regions'> & { readonly known: readonly string[]; readonly policy: Policy }, wish: Wish, now: string): { readonly want: Want; readonly mayBe: readonly string[] } {
  const read = readEach(wish)
  const { perPod } = decideLimits({ perPod: onlyKnown(policy, known) }, read.ok ? read.each : {}, null)
  const residency = residencyOfTenant(policy, tenant.regions, regions, now)
  const found = decideNewWork(residency, regions, wish.region, now)
  return { mayBe: decideResidency(residency, regions, null).regions, want: wanted(tenant, wish, perPod, found.outcome === 'passes' ? found.regions : []) }
}
function wanted(tenant: State['tenant'], wish: Wish, perPod: Amounts, regions: readonly string[]): Want {
  const pod = wish.pod === null ? null : readStrictJson(wish.pod, documentMost)
  return {
    pods: wish.pods, ...shapeOf(perPod, wish.models, wish.claims.length > 0), tolerations: pod?.ok ? tolerationsOf(pod.value) : [],
    allowed: { tenant: tenant.id, isolation: isIsolationLevel(tenant.isolationLevel) ? tenant.isolationLevel : 4, regions, clusters: 'any', pools: 'any' },
  }
}
const knownIn = ({ accounts }: State) => Object.keys(accounts.find(({ level }) => level === 'namespace')?.standing ?? {})

/** What is held for want of room alone waits; what needs somebody's yes besides asks for that first, because that is told first. */
export const waitsForRoom = 'waits_for_room'
const isForRoom = (found: Found) => found.outcome === 'refuses' && found.lifts === 'room'
const waiting = (found: Found): Found => (found.outcome === 'refuses' ? { outcome: 'holds', reason: waitsForRoom, says: found.says, saw: found.saw, ...(found.warnings ? { warnings: found.warnings } : {}) } : found)

function prepare(state: State, wish: Wish, policy: Policy, now: string): Given {
  const read = readEach(wish)
  const limits = decideLimits({ perPod: onlyKnown(policy, knownIn(state)) }, read.ok ? read.each : {}, null)
  const pods = BigInt(wish.pods)
  const given = wish.claims.map((text, at) => ({ name: `claims[${at}]`, read: readStrictJson(text, documentMost), copies: pods }))
  const claims = decideClaims(policy.claims, given, allOf(limits.perPod, pods))
  const all = withClaims(allOf(limits.perPod, pods), claims)
  const devices = claims.devices + Object.entries(all).filter(([resource]) => isDevice(resource)).reduce((sum, [, amount]) => sum + amount, 0n) + ((limits.perPod[gpuParts] ?? 0n) > 0n ? pods : 0n)
  const residency = decideNewWork(residencyOfTenant(policy, state.tenant.regions, state.regions, now), state.regions, wish.region, now)
  const asked = { class: wish.class, devices, models: wish.models, hours: wish.hours, roles: state.asker.roles, recent: { person: BigInt(state.recent.person), namespace: BigInt(state.recent.namespace) }, hasShare: state.accounts.some(({ level }) => level === 'class'), now }
  const priority = decidePriority(policy.priority, policy.allowedClasses, { ...asked, profile: profileFor(policy.profiles, wish.namespace, asked) })
  const tooMuch = Object.values(all).some((amount) => amount > amountMax)
  const amounts = tooMuch ? null : texts(all)
  const ahead = new Set(state.ahead)
  const fit = amounts === null ? null : decideFit(state.accounts, amounts, ahead)
  const missing = amounts === null ? null : decideOwn(state.accounts, amounts, ahead)
  const peace = peaceOf(now, policy.admission)
  const reclaimed = missing && state.lent ? decideReclaim(missing, state.lent.all, state.lent.above, peace) : null
  const mayPush = priority.class?.preempts ?? false
  const lacks = !mayPush || amounts === null || reclaimed !== null ? null : lackingIn(state.accounts, amounts, state.ahead)
  const pushed = lacks && lacks.length > 0 && state.aside ? decideAside(lacks, state.aside, priority.class?.value ?? 0, peace) : null
  return { pushed, mayPush, lacks, state, wish, policy, now, read, limits, claims, all: amounts, fit, devices, residency, priority, reclaimed, reclaims: missing !== null && state.lent === null }
}

/** Whole devices are counted by names such as nvidia.com/gpu; those of claims by their classes; a part of one is one, or much could be had in parts without anybody’s yes. */
export const isDevice = (resource: string) => resource.endsWith('/gpu')
const texts = (amounts: Amounts): Record<string, string> => Object.fromEntries(Object.entries(amounts).sort(([one], [other]) => (one < other ? -1 : 1)).map(([resource, amount]) => [resource, amount.toString()]))
const allOf = (each: Amounts, pods: bigint): Amounts => Object.fromEntries(Object.entries(each).map(([resource, amount]) => [resource, amount * pods]))
const withClaims = (amounts: Amounts, { byClass }: ClaimsFound): Amounts => ({ ...amounts, ...Object.fromEntries(Object.entries(byClass).map(([name, devices]) => [`${name}.deviceclass.resource.k8s.io/devices`, devices])) })
/** What a pod gets when it says nothing is charged, so it gets it only of what the namespace has a quota of. */
function onlyKnown({ limits }: Policy, known: readonly string[]): Policy['limits']['perPod'] {
  return Object.fromEntries(Object.entries(limits.perPod).map(([resource, { min, max, default: usual }]) => [resource, known.includes(resource) ? { min, max, default: usual } : { max }]))
}

/** What each pod needs, in smallest units: exactly, or not at all. */
function readEach({ each }: Wish): Read {
  const read: Record<string, Amount> = {}
  for (const resource of Object.keys(each).sort()) {
    const quantity = parseQuantity(each[resource] ?? '', resource)
    if (!quantity.ok) return { ok: false, resource, refusal: quantity.refusal }
    read[resource] = quantity.amount
  }
  return { ok: true, each: read }
}

/** How long it may last: as long as anything may, where nobody said; what is lent, no longer than that is. */
const hoursOf = (wish: Pick<Wish, 'hours'>, { admission }: Pick<Policy, 'admission'>, burst: boolean): number => Math.min(wish.hours ?? admission.hoursMax, burst ? admission.burstHours : Number.POSITIVE_INFINITY)

/** Looked for once, where room is all that is missing: under the narrowest account that lacks some, or all over the organisation where only nodes do. */
function pushesOf({ state, mayPush, lacks, priority, residency }: Given, placed: PlacementFound | null): Pushing | null {
  const noNode = placed?.outcome === 'refuses' && placed.reason === 'no_node_fits'
  const under = lacks?.at(-1)?.account ?? (noNode ? state.accounts[0]?.id : undefined)
  return mayPush && !state.aside && under !== undefined ? { below: priority.class?.value ?? 0, under, regions: noNode ? residency.regions : null } : null
}

function effectsOf(verdict: Verdict, given: Given, waits: boolean, asks: boolean, holds: readonly string[], placed: PlacementFound | null): Effects {
  const { wish, policy, now, all, fit, devices, residency, priority, reclaimed, reclaims, pushed } = given
  const pushes = pushesOf(given, placed)
  const placement = placed?.placement ?? null
  const amounts = verdict === 'refuse' ? {} : (all ?? {})
  const reserved = priority.class?.reserved ?? false
  const burst = verdict !== 'refuse' && !reserved && (fit?.burst ?? false)
  const hours = hoursOf(wish, policy, burst)
  const approver = asks && verdict === 'hold' ? (priority.approver ?? 'tenant') : null
  const byRule = mayGoByRule(policy.byRule, { level: approver, holds, devices, hours })
  const after = (passed: number) => new Date(Date.parse(now) + passed * 3_600_000).toISOString()
  return {
    posting: verdict === 'refuse' || waits ? { used: {}, held: {} } : verdict === 'hold' ? { used: {}, held: amounts } : { used: amounts, held: {} },
    amounts, devices: devices.toString(), priority: priority.class?.value ?? 0, preemptible: priority.class?.preemptible ?? false, burst, reserved,
    victims: verdict === 'refuse' || waits ? [] : [...(reclaimed ?? []), ...(pushed ?? []), ...(verdict === 'admit' ? (placed?.victims ?? []) : [])].map(({ tenant, allocation }) => ({ tenant, allocation })), reclaims, ...(pushes ? { pushes } : {}),
    regions: verdict === 'refuse' ? [] : residency.regions, waits, approver, rule: approver && decideRule(policy.approvals.rules, { kind: 'allocation.admit', level: approver, devices }), ...(byRule ? { byRule } : {}),
    heldUntil: verdict === 'hold' ? after(policy.admission.holdHours) : null, hours, endsAt: verdict === 'admit' ? after(hours) : null, placement: verdict === 'admit' ? placement : null,
  }
}

/** A check may answer more than is told: the line has what every check has. */
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

function rulesAllow({ state, wish, policy, now, all, devices }: Given): Found {
  const known = Object.keys(state.accounts.find(({ level }) => level === 'namespace')?.standing ?? {})
  const requests = requestsOf(Object.fromEntries(Object.entries(all ?? {}).map(([resource, amount]) => [resource, BigInt(amount)])), known)
  return decideRules(policy.rules, {
    spec: { name: wish.name, pods: wish.pods, hours: wish.hours, models: wish.models, region: wish.region, resources: { requests } },
    tenant: { id: state.tenant.id, organisation: state.tenant.organisation, isolationLevel: state.tenant.isolationLevel }, namespaceObject: { id: wish.namespace, ...(state.namespace ? { environment: state.namespace.environment } : {}) },
    labels: { ...state.namespace?.labels, ...wish.labels }, person: { roles: state.asker.roles, machine: state.asker.machine }, class: wish.class, gpus: devices, now,
  }, evaluateRule)
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
  return state.pending < admission.pendingMax ? passes(saw) : refuses('too_many_pending', `${state.pending} requests of this namespace wait already; ${admission.pendingMax} may.`, saw)
}

function nodesFit({ state, wish, policy, limits, residency, mayPush, pushed, priority, now }: Given, sofar: Verdict): Found {
  const want = wanted(state.tenant, wish, limits.perPod, residency.regions)
  const found = decidePlacement(policy.placement, state.fleet, want, sofar)
  if (found.outcome !== 'refuses' || found.reason !== 'no_node_fits' || !mayPush || !state.aside) return found
  const aside = decideAsideOnNodes(want, state.aside, pushed ?? [], priority.class?.value ?? 0, peaceOf(now, policy.admission))
  return aside ? foundAt(aside.placement, state.aside.nodes, aside.victims) : found
}

function quotaFits({ fit, reclaimed, pushed }: Given): Found {
  if (fit === null) return passes({ requested: {}, fits: [] } satisfies Json)
  return reclaimed === null && pushed === null ? fit.found : passes(fit.found.saw)
}
