import { z } from 'zod'
import type { Decider, Seen, Settling } from '~/server/admission/decider'
import type { Wish } from '~/server/admission/facts'
import { residencyOfTenant } from '~/server/admission/residency/decide-failover'
import { decideResidency } from '~/server/admission/residency/decide-residency'
import { Handle, Uuid } from '~/server/api/inputs'
import type { AllocationRow } from '~/server/database/lane'
import { type AccountFacts, nothingMoved } from '~/server/ledger/account'
import type { AllocationRefusal } from './allocation.refusals'
import { type AllocationState, decideLife, type Happening, type Life, type Living } from './decide-life'
import { isTheirs } from './decide-theirs'

export const ReleaseAllocation = z.strictObject({ tenant: Handle, allocation: Uuid })
const RunAllocation = z.strictObject({ tenant: Handle, allocation: Uuid, region: Handle })
/** Why something failed: its cluster said so; what the ledger took for running was nowhere; it ran where it may not. */
export const failures = ['reported', 'phantom', 'region_not_allowed'] as const
export const FailAllocation = z.strictObject({ tenant: Handle, allocation: Uuid, because: z.enum(failures) })
export type Failure = (typeof failures)[number]
export type Changed = { allocation: string; state: AllocationState; endsAt: string | null; repeats: boolean; /** Somebody is asked first: until then it ends when it did. */ asked: boolean }

export const livingOf = (row: AllocationRow): Living => ({
  state: row.state as AllocationState, amounts: Object.fromEntries(row.resources.map((resource, at) => [resource, row.amounts[at] ?? '0'])), reserved: row.reserved, preemptible: row.preemptible, burst: row.burst,
  heldUntil: row.held_until, endsAt: row.ends_at, waits: row.waiting_since !== null, mayWait: row.wish !== null && (JSON.parse(row.wish) as { wish: Pick<Wish, 'waits'> }).wish.waits, preemptions: row.preemptions,
})

type Until = { readonly endsAt: string | null; readonly endMax: string | null }
const hoursAfter = (now: string, hours: number) => new Date(Date.parse(now) + hours * 3_600_000).toISOString()
export type LifeFacts = {
  readonly allocation: string; readonly living: Living; readonly happening: Happening; readonly until: Until; readonly theirs: boolean; readonly frozen: boolean; readonly accounts: readonly AccountFacts[]; readonly now: string
  /** Of a beginning: in which region, and in which it may. */
  readonly where?: { readonly region: string; readonly allowed: readonly string[] }
  /** Somebody is asked about it, and would be no longer. */
  readonly asked?: { readonly by: string | null; /** Whether it may go on, which nobody need answer of what lost its place. */ readonly extends?: true }
  /** Of a failure. */
  readonly because?: Failure
  /** Only where it is lent: what is somebody's own is left alone. */
  readonly borrowed?: true
}
export type LifeOutcome = Life | { readonly ok: false; readonly refusal: 'not_yours' | 'tenant_frozen' | 'reserved' }

export function factsOf(seen: Seen, happening: Happening, until: Until = { endsAt: null, endMax: null }): LifeFacts {
  const row = seen.allocation
  if (!row) throw new Error('what is not there was not loaded, and is refused before it is decided')
  return { allocation: row.id, living: livingOf(row), happening, until, theirs: isTheirs(seen.asker, row.asked_by), frozen: seen.asker !== null && seen.tenant.frozen, accounts: seen.accounts(row.resources), now: seen.now, ...(seen.request?.state === 'open' ? { asked: { by: seen.asker?.person ?? null, ...(seen.request.kind === 'allocation.extend' ? { extends: true as const } : {}) } } : {}) }
}
/** In a frozen tenant nobody changes anything; what ends by itself ends there, too. */
export function decideChange({ theirs, frozen, living, happening, now, until, where, borrowed }: LifeFacts): LifeOutcome {
  if (borrowed && !living.burst) return { ok: false, refusal: 'reserved' }
  if (where && !where.allowed.includes(where.region)) return { ok: false, refusal: 'region_not_allowed' }
  if (!theirs) return { ok: false, refusal: 'not_yours' }
  return frozen ? { ok: false, refusal: 'tenant_frozen' } : decideLife(living, happening, now, until)
}

export function settleChange({ allocation, living, now, until, where, because, asked }: LifeFacts, life: LifeOutcome | { readonly ok: false; readonly refusal: 'asked_already' }): Settling<Changed, AllocationRefusal> {
  const { amounts } = living
  if (!life.ok) {
    const refusal = life.refusal as AllocationRefusal
    return { verdict: 'refuse', reason: refusal, amounts, posting: nothingMoved, make: null, change: null, effect: { before: null, after: null }, answer: () => ({ ok: false, refusal }) }
  }
  const { state, endsAt, repeats, ends, posting } = life
  const again = state === 'waiting' && living.state !== 'waiting'
  const change = repeats ? null : again ? waitsAgain(living, now, until) : { state, ends_at: endsAt, ...(ends ? { ended_at: now, waiting_since: null } : {}), ...(where ? { running_at: now, region: where.region } : {}) }
  const effect = { before: { state: living.state, endsAt: living.endsAt }, after: { state, endsAt, ...(where ? { region: where.region } : {}), ...(because ? { because } : {}) } }
  return { verdict: 'admit', reason: null, amounts, posting, make: null, change, effect, ...(asked && !repeats && (ends || (again && asked.extends)) ? { answers: closing(asked.by, now) } : {}), answer: () => ({ ok: true, value: { allocation, state, endsAt, repeats, asked: false } }) }
}

/** Nobody need answer what is over. */
const closing = (by: string | null, now: string) => ({ state: by === null ? 'lapsed' : 'withdrawn', decided_by: by, decided_at: now, carried_out_at: now })

/** What lost its place and may wait holds nothing, begins its wait anew, and keeps its age: it comes before whoever asked later. */
const waitsAgain = ({ preemptions }: Living, now: string, { endMax }: Until) =>
  ({ state: 'waiting', waiting_since: now, held_until: endMax, admitted_at: null, running_at: null, ends_at: null, burst: false, placement: null, region: null, preemptions: preemptions + 1 })

/** Its place is taken by whoever it belongs to, or by what is more urgent. */
export const preemptAllocation: Decider<z.infer<typeof ReleaseAllocation>, LifeFacts, LifeOutcome, Changed, AllocationRefusal> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  facts: (seen) => factsOf(seen, 'preempt', { endsAt: null, endMax: hoursAfter(seen.now, seen.policy.admission.holdHours) }),
  decide: decideChange, settle: settleChange,
}

/** What is borrowed is taken back because somebody who runs the platform said so: it is over, also where it may wait, and what is borrowed no longer is left alone. */
export const preemptBorrowed: Decider<z.infer<typeof ReleaseAllocation>, LifeFacts, LifeOutcome, Changed, AllocationRefusal> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  facts: (seen) => {
    const facts = factsOf(seen, 'preempt')
    return { ...facts, living: { ...facts.living, mayWait: false }, borrowed: true }
  },
  decide: decideChange, settle: settleChange,
}

/** An end that came: of what is held, or of what runs. What was extended meanwhile is not due, and stays. */
export const expireAllocation: Decider<z.infer<typeof ReleaseAllocation>, LifeFacts, LifeOutcome, Changed, AllocationRefusal> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  facts: (seen) => factsOf(seen, 'expire'),
  decide: decideChange, settle: settleChange,
}

/** What stands unused is taken back because somebody who runs the platform said so. What is reserved is nobody's to take. */
export const reclaimAllocation: Decider<z.infer<typeof ReleaseAllocation>, LifeFacts, LifeOutcome, Changed, AllocationRefusal> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  facts: (seen) => factsOf(seen, 'reclaim'),
  decide: decideChange, settle: settleChange,
}

/** To release what is over is to say it again: the answer is the same, and nothing moves. */
export const releaseAllocation: Decider<z.infer<typeof ReleaseAllocation>, LifeFacts, LifeOutcome, Changed, AllocationRefusal> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  facts: (seen) => factsOf(seen, 'release'),
  decide: decideChange, settle: settleChange,
}

/** Its cluster says that all of it runs. Nothing runs where its tenant's work may not be, nor elsewhere than it was placed, whoever says that it does. */
export const runAllocation: Decider<z.infer<typeof RunAllocation>, LifeFacts, LifeOutcome, Changed, AllocationRefusal> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  facts: (seen, { region }) => {
    const { regions } = decideResidency(residencyOfTenant(seen.policy, seen.tenant.regions, seen.regions, seen.now), seen.regions, null)
    const placed = seen.allocation?.placement == null ? null : seen.allocation.region
    return { ...factsOf(seen, 'run'), where: { region, allowed: regions.filter((allowed) => placed === null || allowed === placed) } }
  },
  decide: decideChange, settle: settleChange,
}

export const failAllocation: Decider<z.infer<typeof FailAllocation>, LifeFacts, LifeOutcome, Changed, AllocationRefusal> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  facts: (seen, { because }) => ({ ...factsOf(seen, 'fail'), because }),
  decide: decideChange, settle: settleChange,
}
