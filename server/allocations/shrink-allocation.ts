import { z } from 'zod'
import type { Decider, Seen, Settling, Showing } from '~/server/admission/decider'
import type { Placement } from '~/server/admission/placement/decide-placement'
import { Handle, Uuid } from '~/server/api/inputs'
import type { Reach } from '~/server/authorization/permit'
import type { AccountFacts, Level } from '~/server/ledger/account'
import type { AllocationRefusal } from './allocation.refusals'
import { type Changed, decideChange, type LifeOutcome, settleChange } from './change-allocation'
import { decideShrink, isWellKnown, needOf, type Shrinking, type ShrinkRefusal, type Used } from './decide-shrink'
import { eachOf, movedTo, resized, type ResizeFacts, sizeFacts } from './resize'

/** So many whole GPUs a pod from now on: its pods stay as many, where they are, with all else that they have. */
export const ShrinkAllocation = z.strictObject({ tenant: Handle, allocation: Uuid, gpus: z.int().min(1).max(1_024) })
type Wished = z.infer<typeof ShrinkAllocation>

/** `byItself` is that nobody asks: the engine does it because somebody who runs the platform said so. */
export type ShrinkFacts = ResizeFacts & { readonly wants: number; readonly byItself: boolean; readonly used: Used | null }
type ShrinkOutcome = LifeOutcome | { readonly ok: false; readonly refusal: ShrinkRefusal }

const facts = (seen: Seen, { gpus: wants }: Wished): ShrinkFacts => {
  const { used } = seen
  return { ...sizeFacts(seen), wants, byItself: seen.asker === null, used: used && { samples: used.samples, most: used.most, whole: used.whole } }
}
const shrinkingOf = (of: ShrinkFacts): Shrinking => ({ has: eachOf(of), wants: of.wants, reserved: of.living.reserved, byItself: of.byItself, used: of.used })

function decide(of: ShrinkFacts): ShrinkOutcome {
  const life = decideChange(of)
  if (!life.ok) return life
  const shrunk = decideShrink(shrinkingOf(of))
  return shrunk.ok ? { ...life, repeats: shrunk.repeats } : shrunk
}

/** Of its GPUs on a node each pod keeps the first. */
const smaller = ({ pods, ...place }: Placement, gpus: number): Placement => ({ ...place, pods: pods.map((pod) => ({ ...pod, gpus: pod.gpus.slice(0, gpus) })) })
function settle(of: ShrinkFacts, outcome: ShrinkOutcome): Settling<Changed, AllocationRefusal> {
  if (outcome.ok) return resized(of, outcome, of.wants, of.placement && smaller(of.placement, of.wants))
  const refused = settleChange(of, outcome as LifeOutcome)
  return outcome.refusal === 'below_need' ? { ...refused, answer: () => ({ ok: false, refusal: 'below_need', about: [{ field: 'gpus', says: needSays(of) }] }) } : refused
}
const needSays = (of: ShrinkFacts) => `At its most one of its pods used ${Number(of.used?.most ?? 0) / 1000} GPUs in the last week, and so each needs ${needOf(of)}.`

const seeks = ({ tenant, allocation }: Wished) => ({ tenant, allocation })
/** Made smaller, and running on: what its accounts and its nodes get back is what it has less from now on, and to end it gives back the rest. */
export const shrinkAllocation: Decider<Wished, ShrinkFacts, ShrinkOutcome, Changed, AllocationRefusal> = { seeks, looksAtUse: true, facts, decide, settle }

/** What it would move, by the decider that moves it; what lies above its reader’s own scope is not told. */
type ShrinkPreviewed = {
  refusal: AllocationRefusal | null; says: string | null
  /** A pod: as many as it has, and as many as it needs by what was seen, where anything was. */
  has: string | null; need: string | null; wellKnown: boolean
  lines: { account: string; level: Level; resource: string; before: string; after: string }[]
}
export const previewShrink: Showing<Wished, ShrinkFacts, ShrinkOutcome, ShrinkPreviewed> = {
  seeks, looksAtUse: true, facts, decide,
  shows: (of, outcome, _policy, reach) => ({
    refusal: outcome.ok ? null : (outcome.refusal as AllocationRefusal), says: !outcome.ok && outcome.refusal === 'below_need' ? needSays(of) : null,
    has: eachOf(of)?.toString() ?? null, need: needOf(of)?.toString() ?? null, wellKnown: isWellKnown(of),
    lines: outcome.ok && !outcome.repeats ? of.accounts.filter(({ level }) => isBelow(level, reach)).flatMap((account) => linesOf(account, movedTo(of, of.wants))) : [],
  }),
}
const isBelow = (level: Level, reach: Reach) => level === 'namespace' || level === 'class' || (level === 'tenant' && reach === '*')
const linesOf = ({ id, level, standing }: AccountFacts, moved: Readonly<Record<string, string>>): ShrinkPreviewed['lines'] => Object.entries(moved).flatMap(([resource, by]) => {
  const at = standing[resource]
  if (!at) return []
  const [, , used, held, unexplained] = at
  const before = BigInt(used) + BigInt(held) + BigInt(unexplained)
  return [{ account: id, level, resource, before: String(before), after: String(before + BigInt(by)) }]
})
