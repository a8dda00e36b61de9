/**
 * What becomes of a wish. Pure, total and the only one there is: the form that is still being filled in, the commit, the approver's sheet and the replay of any past
 * decision all ask this. What goes in is what is stored, so the same facts under the same policies give the same bytes for ever.
 */
import type { Posting } from '~/server/ledger/account'
import { decideFit } from '~/server/ledger/decide-fit'
import { amountMax } from '~/server/shared/amount'
import { parseQuantity, type QuantityRefusal } from '~/server/shared/quantity'
import type { Found } from './found'
import type { Line, Policy, State, Verdict, Wish } from './facts'

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
  readonly priority: number
  readonly preemptible: boolean
  readonly burst: boolean
  readonly heldUntil: string | null
  readonly endsAt: string | null
}

type Asked = { readonly ok: true; readonly amounts: Readonly<Record<string, string>> } | { readonly ok: false; readonly resource: string; readonly refusal: QuantityRefusal }
type Given = { readonly state: State; readonly wish: Wish; readonly policy: Policy; readonly asked: Asked }
type Check = { readonly name: string; readonly look: (given: Given) => Found }

/** The list is the order. The first that refuses is the reason that is given; the first that holds, if none refuses. */
export const checks: readonly Check[] = [
  { name: 'tenant', look: tenantIsActive },
  { name: 'amounts', look: amountsAreKnown },
  { name: 'class', look: classIsKnown },
  { name: 'duration', look: endIsNear },
  { name: 'name', look: nameIsFree },
  { name: 'pending', look: fewArePending },
  { name: 'quota', look: quotaFits },
]

export function decide(state: State, wish: Wish, policy: Policy, now: string): Decision {
  const asked = allPods(wish)
  const given = { state, wish, policy, asked }
  const trace = checks.map(({ name, look }) => lineOf(name, look(given)))
  const dominant = trace.find(({ outcome }) => outcome === 'refuses') ?? trace.find(({ outcome }) => outcome === 'holds')
  const verdict = dominant === undefined ? 'admit' : dominant.outcome === 'refuses' ? 'refuse' : 'hold'
  return { verdict, reason: dominant?.reason ?? null, says: dominant?.says ?? null, trace, effects: effectsOf(verdict, given, now) }
}

function effectsOf(verdict: Verdict, { state, wish, policy, asked }: Given, now: string): Effects {
  const amounts = asked.ok ? asked.amounts : {}
  const known = policy.priority.classes.find(({ id }) => id === wish.class)
  const hours = wish.hours ?? policy.admission.hoursMax
  const after = (passed: number) => new Date(Date.parse(now) + passed * 3_600_000).toISOString()
  return {
    posting: verdict === 'refuse' ? { used: {}, held: {} } : verdict === 'hold' ? { used: {}, held: amounts } : { used: amounts, held: {} },
    amounts: verdict === 'refuse' ? {} : amounts,
    priority: known?.value ?? 0, preemptible: known?.preemptible ?? false, burst: verdict !== 'refuse' && decideFit(state.accounts, amounts).burst,
    heldUntil: verdict === 'hold' ? after(policy.admission.holdHours) : null,
    endsAt: verdict === 'admit' ? after(hours) : null,
  }
}

const lineOf = (check: string, found: Found): Line => ({
  check, outcome: found.outcome, reason: found.outcome === 'passes' ? null : found.reason, says: found.outcome === 'passes' ? null : found.says, warnings: found.warnings ?? [], saw: found.saw,
})
const passes = (saw: Found['saw']): Found => ({ outcome: 'passes', saw })
const refuses = (reason: string, says: string, saw: Found['saw']): Found => ({ outcome: 'refuses', reason, says, saw })

/** What all pods need together, in smallest units: exactly, or not at all. */
function allPods({ pods, each }: Wish): Asked {
  const amounts: Record<string, string> = {}
  for (const resource of Object.keys(each).sort()) {
    const read = parseQuantity(each[resource] ?? '', resource)
    if (!read.ok) return { ok: false, resource, refusal: read.refusal }
    const amount = read.amount * BigInt(pods)
    if (amount > amountMax) return { ok: false, resource, refusal: 'too_large' }
    amounts[resource] = amount.toString()
  }
  return { ok: true, amounts }
}

function tenantIsActive({ state: { tenant } }: Given): Found {
  const saw = { tenant: tenant.id, frozen: tenant.frozen }
  return tenant.frozen ? refuses('tenant_frozen', 'This tenant is frozen: what it has stays, and nothing is added.', saw) : passes(saw)
}

const notAmounts: Record<QuantityRefusal, (resource: string) => string> = {
  not_a_quantity: (resource) => `What is asked of ${resource} is not a quantity, such as 8, 500m or 32Gi.`,
  negative: (resource) => `Less than none of ${resource} cannot be asked for.`,
  below_smallest_unit: (resource) => `What is asked of ${resource} is finer than it is counted.`,
  too_large: (resource) => `More of ${resource} is asked for than can be counted.`,
}
function amountsAreKnown({ wish, asked }: Given): Found {
  const saw = { pods: wish.pods, each: wish.each }
  if (!asked.ok) return refuses('amount_unclear', notAmounts[asked.refusal](asked.resource), saw)
  return Object.values(asked.amounts).every((amount) => amount === '0') ? refuses('nothing_asked', 'Nothing is asked for.', saw) : passes({ ...saw, all: asked.amounts })
}

function classIsKnown({ wish, policy }: Given): Found {
  const known = policy.priority.classes.find(({ id }) => id === wish.class)
  return known ? passes({ class: known.id, value: known.value }) : refuses('class_unknown', `There is no priority class ${wish.class}.`, { class: wish.class })
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

function quotaFits({ state, asked }: Given): Found {
  return decideFit(state.accounts, asked.ok ? asked.amounts : {}).found
}
