import { z } from 'zod'
import type { Decider, Settling } from '~/server/admission/decider'
import type { NamespaceFacts } from '~/server/admission/facts'
import type { Placement } from '~/server/admission/placement/decide-placement'
import { Handle, Uuid } from '~/server/api/inputs'
import { decideFit } from '~/server/ledger/decide-fit'
import type { AllocationRefusal, GiveBackRefusal } from './allocation.refusals'
import { type Changed, type LifeOutcome, settleChange } from './change-allocation'
import { isPlaceLost } from './give-back'
import { eachOf, movedTo, resized, type ResizeFacts, sizeFacts } from './resize'

/** As many GPUs a pod as it had, where it has as many as a step left it. */
const GrowBack = z.strictObject({ tenant: Handle, allocation: Uuid, gpus: z.int().min(1), from: z.int().min(1) })
type Wished = z.infer<typeof GrowBack>
type GrowFacts = ResizeFacts & { readonly wants: number; readonly from: number; readonly namespace: NamespaceFacts['state']; readonly tenantFrozen: boolean; readonly ahead: readonly string[]; readonly grown: Placement | null; readonly lost: boolean }
type GrowOutcome = { readonly ok: true; readonly repeats: boolean } | { readonly ok: false; readonly refusal: GiveBackRefusal }

/** Order is precedence. As with what was ended, nobody gives way for what comes back, and nobody who waits is passed over. What was given another size since is as somebody wanted it. */
export function decideGrowBack(of: GrowFacts): GrowOutcome {
  const { living: { state }, wants, from, namespace, tenantFrozen, lost, accounts, ahead, placement, grown } = of
  if (state !== 'admitted' && state !== 'running') return { ok: false, refusal: 'over' }
  const has = eachOf(of)
  if (has === BigInt(wants)) return { ok: true, repeats: true }
  if (has !== BigInt(from)) return { ok: false, refusal: 'resized_meanwhile' }
  if (tenantFrozen) return { ok: false, refusal: 'tenant_frozen' }
  if (namespace !== 'open') return { ok: false, refusal: namespace === 'closed' ? 'namespace_closed' : 'namespace_frozen' }
  if (lost) return { ok: false, refusal: 'region_lost' }
  const { found } = decideFit(accounts, movedTo(of, wants), new Set(ahead))
  if (found.outcome !== 'passes') return { ok: false, refusal: found.reason }
  return placement !== null && grown === null ? { ok: false, refusal: 'nodes_taken_meanwhile' } : { ok: true, repeats: false }
}

/** What a step made smaller has as much again, if it still fits: on the nodes where its pods are. */
export const growBackAllocation: Decider<Wished, GrowFacts, GrowOutcome, Changed, AllocationRefusal> = {
  seeks: ({ tenant, allocation }) => ({ tenant, allocation }),
  hasTurn: true,
  facts: (seen, { gpus, from }) => ({ ...sizeFacts(seen), wants: gpus, from, namespace: seen.namespace.state, tenantFrozen: seen.tenant.frozen, ahead: seen.ahead, grown: seen.grown(gpus), lost: isPlaceLost(seen) }),
  decide: decideGrowBack,
  settle(of, outcome): Settling<Changed, AllocationRefusal> {
    const { state, endsAt } = of.living
    if (!outcome.ok) return settleChange(of, outcome as LifeOutcome)
    const settled = resized(of, { ok: true, state, endsAt, repeats: outcome.repeats, ends: false, posting: { used: {}, held: {} } }, of.wants, of.grown)
    return settled.change ? { ...settled, change: { ...settled.change, burst: of.living.burst || decideFit(of.accounts, movedTo(of, of.wants)).burst } } : settled
  },
}
