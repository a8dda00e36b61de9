/** What another size comes to, whichever way: the posting, the nodes, and what of the allocation says how large it is. */
import type { Seen, Settling } from '~/server/admission/decider'
import type { Wish } from '~/server/admission/facts'
import { placementOf } from '~/server/admission/nodes-held'
import type { Placement } from '~/server/admission/placement/decide-placement'
import type { Json } from '~/server/shared/canonical'
import type { AllocationRefusal } from './allocation.refusals'
import { type Changed, factsOf, type LifeFacts, type LifeOutcome, settleChange } from './change-allocation'

/** `resource` is which of its resources are whole GPUs; null where it has none, or of several kinds. */
export type ResizeFacts = LifeFacts & { readonly pods: number; readonly resource: string | null; readonly devices: string; readonly placement: Placement | null; readonly wish: string | null }
export function sizeFacts(seen: Seen): ResizeFacts {
  const life = factsOf(seen, 'resize')
  const row = seen.allocation
  if (!row) throw new Error('what is not there was not loaded')
  const whole = Object.keys(life.living.amounts).filter((resource) => resource.endsWith('/gpu') && life.living.amounts[resource] !== '0')
  return { ...life, pods: row.pods, resource: whole.length === 1 ? (whole[0] ?? null) : null, devices: row.devices, placement: row.placement === null ? null : placementOf(row.placement), wish: row.wish }
}
/** How many GPUs a pod it has. */
export const eachOf = ({ living, resource, pods }: ResizeFacts): bigint | null => (resource === null ? null : BigInt(living.amounts[resource] ?? 0) / BigInt(pods))

/** By how much every account on the way moves. */
export const movedTo = (of: ResizeFacts, gpus: number): Record<string, string> => (of.resource === null ? {} : { [of.resource]: String(BigInt(gpus * of.pods) - BigInt(of.living.amounts[of.resource] ?? 0)) })

/** So many GPUs a pod from now on; `placement` is where its pods stand then, where nodes were chosen for them. */
export function resized(of: ResizeFacts, life: Extract<LifeOutcome, { ok: true }>, gpus: number, placement: Placement | null): Settling<Changed, AllocationRefusal> {
  const used = life.repeats ? {} : movedTo(of, gpus)
  const settled = settleChange(of, { ...life, posting: { used, held: {} } })
  const { living, resource, devices, wish } = of
  if (life.repeats || resource === null) return settled
  const amounts = { ...living.amounts, [resource]: String(gpus * of.pods) }
  const change = {
    resources: Object.keys(amounts), amounts: Object.values(amounts), devices: String(BigInt(devices) + BigInt(used[resource] ?? 0)),
    ...(placement ? { placement: placement as unknown as Json } : {}), ...(wish === null ? {} : { wish: wishOf(wish, resource, gpus) }),
  }
  return { ...settled, amounts, change, effect: { before: { state: living.state, amounts: living.amounts }, after: { state: life.state, amounts } } }
}
/** What loses its place and waits again begins again as large as it was. */
function wishOf(kept: string, resource: string, gpus: number): string {
  const { wish, ...by } = JSON.parse(kept) as { wish: Wish }
  return JSON.stringify({ ...by, wish: { ...wish, each: { ...wish.each, [resource]: String(gpus) } } })
}
