/** What several checks of a wish need, worked out once before the first of them is asked; and what of it is needed earlier, to look for nodes before anything is locked. */
import { decideFit, type QuotaFit } from '~/server/ledger/decide-fit'
import { decideOwn, isOwn } from '~/server/ledger/decide-own'
import { decideReclaim, type Lent, peaceOf } from '~/server/ledger/decide-reclaim'
import { type Amount, amountMax } from '~/server/shared/amount'
import { parseQuantity, type QuantityRefusal } from '~/server/shared/quantity'
import { isIsolationLevel } from '~/server/tenants/isolation'
import { type ClaimsFound, decideClaims, implied } from './claims/decide-claims'
import { readStrictJson } from './claims/strict-json'
import type { Policy, State, Wish } from './facts'
import { decideLimits, type LimitsFound } from './limits/decide-limits'
import { gpuParts, shapeOf, type Want } from './placement/decide-placement'
import { tolerationsOf } from './placement/decide-tolerated'
import { decideAside, lackingIn, type Lack, type Pushable } from './priority/decide-aside'
import { decidePriority, type PriorityFound, profileFor } from './priority/decide-priority'
import { residencyOfTenant } from './residency/decide-failover'
import { decideNewWork, type NewWorkFound } from './residency/decide-new-work'
import { decideResidency } from './residency/decide-residency'
import { requestsOf, type RuleFacts } from './rules/decide-rules'

/** What a document's text may be: far more than any that Kubernetes takes. */
export const documentMost = { bytesMost: 64 * 1024, depthMost: 64 }

type Amounts = Readonly<Record<string, Amount>>
type Read = { readonly ok: true; readonly each: Amounts } | { readonly ok: false; readonly resource: string; readonly refusal: QuantityRefusal }
export type Given = {
  readonly state: State; readonly wish: Wish; readonly policy: Policy; readonly now: string; readonly read: Read
  readonly limits: LimitsFound; readonly claims: ClaimsFound; readonly all: Readonly<Record<string, string>> | null; readonly fit: QuotaFit | null; readonly devices: Amount; readonly residency: NewWorkFound; readonly priority: PriorityFound
  /** What is given back for it; null where none is, or none would do. */
  readonly reclaimed: readonly Lent[] | null; readonly reclaims: boolean; /** By how much room is missing that is its own. */ readonly missing: Readonly<Record<string, bigint>> | null
  /** Whom it pushes aside in the ledger; null where it may not, or has no need, or nobody would do. */
  readonly pushed: readonly Pushable[] | null; readonly mayPush: boolean; readonly lacks: readonly Lack[] | null
}

/** What is looked for on the fleet before anything is locked, by what was known of the place when it was last decided about; under the locks it is asked again. `mayBe` is where the tenant may be at all. */
export function wantOf({ tenant, regions, known, policy }: Pick<State, 'tenant' | 'regions'> & { readonly known: readonly string[]; readonly policy: Policy }, wish: Wish, now: string): { readonly want: Want; readonly mayBe: readonly string[] } {
  const read = readEach(wish)
  const { perPod } = decideLimits({ perPod: onlyKnown(policy, known) }, read.ok ? read.each : {}, null)
  const residency = residencyOfTenant(policy, tenant.regions, regions, now)
  const found = decideNewWork(residency, regions, wish.region, now)
  return { mayBe: decideResidency(residency, regions, null).regions, want: wanted(tenant, wish, perPod, found.outcome === 'passes' ? found.regions : []) }
}
export function wanted(tenant: State['tenant'], wish: Wish, perPod: Amounts, regions: readonly string[]): Want {
  const pod = wish.pod === null ? null : readStrictJson(wish.pod, documentMost)
  return {
    pods: wish.pods, ...shapeOf(perPod, wish.models, wish.claims.length > 0), tolerations: pod?.ok ? tolerationsOf(pod.value) : [],
    allowed: { tenant: tenant.id, isolation: isIsolationLevel(tenant.isolationLevel) ? tenant.isolationLevel : 4, regions, clusters: 'any', pools: 'any' },
  }
}
/** Of which resources the namespace has a quota. */
const knownIn = ({ accounts }: State) => Object.keys(accounts.find(({ level }) => level === 'namespace')?.standing ?? {})

export function prepare(state: State, wish: Wish, policy: Policy, now: string): Given {
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
  return { pushed, mayPush, lacks, state, wish, policy, now, read, limits, claims, all: amounts, fit, devices, residency, priority, missing, reclaimed, reclaims: missing !== null && state.lent === null }
}

export const wantedBy = ({ state, wish, limits, residency }: Given): Want => wanted(state.tenant, wish, limits.perPod, residency.regions)
/** It asks for no more than what is its own, whoever has it. */
export const asksForOwn = ({ state, all, missing }: Given): boolean => missing !== null || (all !== null && isOwn(state.accounts, all, new Set(state.ahead)))

/** All that a rule sees of it. */
export function ruleFactsOf({ state, wish, now, all, devices }: Given): RuleFacts {
  const requests = requestsOf(Object.fromEntries(Object.entries(all ?? {}).map(([resource, amount]) => [resource, BigInt(amount)])), knownIn(state))
  return {
    spec: { name: wish.name, pods: wish.pods, hours: wish.hours, models: wish.models, region: wish.region, resources: { requests } },
    tenant: { id: state.tenant.id, organisation: state.tenant.organisation, isolationLevel: state.tenant.isolationLevel }, namespaceObject: { id: wish.namespace, ...(state.namespace ? { environment: state.namespace.environment } : {}) },
    labels: { ...state.namespace?.labels, ...wish.labels }, person: { roles: state.asker.roles, machine: state.asker.machine }, class: wish.class, gpus: devices, now,
  }
}

const accelerator = /\/(?:gpu|tpu|npu)(?:\.shared)?$|^nvidia\.com\/mig-|^(?:habana\.ai\/gaudi|aws\.amazon\.com\/neuron(?:core|device)?|gpu\.intel\.com\/(?:i915|xe))$/
/**
 * Devices are counted by the names under which clusters offer them: nvidia.com/gpu, and what else reckons instead of one. Those of claims are counted by their classes, however they are asked for; a part of one is one, or much
 * could be had in parts without anybody’s yes.
 */
export const isDevice = (resource: string) => accelerator.test(resource) && !resource.startsWith(implied)
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
