/**
 * What others lost because of what a case is about: each of their decisions is decided again, by the decider that made it and from the facts that it was made from, with what the tenant held given
 * back. Pure, and one decision after another in their order, so that what is given back is used once. What would have waited anyway counts nothing; what cannot be decided again is said, and counts
 * nothing either.
 */
import { type Decision, decide } from '~/server/admission/decide'
import type { Policy, State, Wish } from '~/server/admission/facts'
import { type Amounts, givenBack, type Share } from './decide-given-back'

/** What the tenant held, from when to when. What only waits takes no room, and stands ahead of others. */
export type Given = Share & { readonly from: number; readonly to: number; readonly waits: boolean }
/** A decision as it was made; null where it cannot be decided again: its facts or its policies are gone, or another version decided it. */
export type Kept = { readonly state: State; readonly wish: Wish; readonly now: string; readonly policy: Policy } | null
export type Came = {
  readonly decision: string; readonly tenant: string; readonly namespace: string; readonly name: string; readonly allocation: string | null; readonly at: number; readonly kept: Kept
  /** When it began after all, and when nobody wanted it any more. */
  readonly began: number | null; readonly gone: number | null
  /** Who of its organisation waited already; null where not all of them are known. */
  readonly waiting: readonly string[] | null
  /** It ran, and what was kept is the decision of whoever took its place. */
  readonly pushed: { readonly by: string; readonly byAllocation: string | null; readonly share: Share; readonly endsAt: number | null } | null
}
export type Lost = { readonly decision: string; readonly tenant: string; readonly namespace: string; readonly name: string; readonly allocation: string | null; readonly was: 'kept_out' | 'pushed_aside'; readonly gpuMilli: bigint; readonly from: number; readonly until: number; readonly minutes: bigint }
type Taken = Share & { readonly by: string | null; readonly from: number; readonly until: number }
export type Harm = { readonly lost: readonly Lost[]; /** How many could not be decided again. */ readonly gaps: number; readonly taken: readonly Taken[] }
export const noHarm: Harm = { lost: [], gaps: 0, taken: [] }

const [hourMs, milliMinute] = [3_600_000, 60_000_000n]
/** Whole minutes of whole GPUs. */
const minutesOf = (gpuMilli: bigint, ms: number): bigint => (gpuMilli * BigInt(Math.max(0, Math.floor(ms)))) / milliMinute
export const minutesIn = ({ lost }: Pick<Harm, 'lost'>): bigint => lost.reduce((sum, { minutes }) => sum + minutes, 0n)
const gpuMilliIn = (amounts: Amounts): bigint => Object.entries(amounts).reduce((sum, [resource, amount]) => sum + (resource.endsWith('/gpu') ? amount * 1_000n : resource.endsWith('/gpu-milli') ? amount : 0n), 0n)

/** What is known after one more decision of somebody’s, until the case ended or now. They come in the order in which they were made. */
export function harmOn(harm: Harm, given: readonly Given[], came: Came, until: number): Harm {
  const { at, tenant, kept, pushed } = came
  const isBy = ({ allocation }: Given) => pushed !== null && allocation !== null && allocation === pushed.byAllocation
  const active = given.filter((one) => one.tenant !== tenant && one.to > at && (one.from < at || (isBy(one) && one.from === at)))
  if (active.length === 0 || at >= until || isAskedAgain(harm.lost, came)) return harm
  if (kept === null) return { ...harm, gaps: harm.gaps + 1 }
  const taken = harm.taken.filter((one) => one.from <= at && at < one.until && (pushed === null || one.by !== pushed.by))
  const suffices = (back: readonly Given[]): Decision | null => sparedBy(came, kept, back, back.some(isBy), taken)
  const first = suffices(active)
  if (!first) return harm
  const share = pushed?.share ?? shareOf(came, kept.state, first)
  const end = (pushed ? pushed.endsAt : at + first.effects.hours * hourMs) ?? until
  const over = Math.min(came.began ?? until, came.gone ?? until, end, until)
  // It goes on for as long as what the tenant still holds would have been enough.
  const stops = [...new Set(active.map(({ to }) => to))].sort((one, other) => one - other).filter((to) => to < over)
  const to = stops.find((stop) => suffices(active.filter((one) => one.to > stop)) === null) ?? over
  const gpuMilli = gpuMilliIn(share.used)
  const lost: Lost = { decision: came.decision, tenant, namespace: came.namespace, name: came.name, allocation: came.allocation, was: pushed ? 'pushed_aside' : 'kept_out', gpuMilli, from: at, until: to, minutes: minutesOf(gpuMilli, to - at) }
  return { ...harm, lost: gpuMilli === 0n ? harm.lost : [...harm.lost, lost], taken: [...harm.taken, { ...share, by: pushed?.by ?? null, from: at, until: Math.min(came.began ?? end, end) }] }
}

/** The same wish, asked again while it is counted already. */
const isAskedAgain = (lost: readonly Lost[], { tenant, namespace, name, at }: Came): boolean => lost.some((one) => one.tenant === tenant && one.namespace === namespace && one.name === name && one.until > at)

/** As it would have been decided, where that is an admission for which nobody loses a place; of what ran, where it would have kept its own. */
function sparedBy({ allocation, waiting, pushed }: Came, { state, wish, now, policy }: NonNullable<Kept>, back: readonly Given[], isByGiven: boolean, taken: readonly Taken[]): Decision | null {
  if (back.length === 0) return null
  const begun = new Set([...taken, ...back.filter(({ waits }) => waits)].map((one) => one.allocation))
  const nobodyAhead = waiting?.every((one) => begun.has(one)) ?? false
  const decision = decide(givenBack(state, wish.pods, { back, taken, nobodyAhead }), wish, policy, now)
  const { verdict, effects } = decision
  if (pushed) return isByGiven || (verdict === 'admit' && !effects.victims.some((victim) => victim.allocation === allocation)) ? decision : null
  return verdict === 'admit' && effects.victims.length === 0 ? decision : null
}

const shareOf = ({ allocation, tenant }: Came, { accounts }: State, { effects: { amounts, placement } }: Decision): Share =>
  ({ allocation, tenant, path: accounts.map(({ id }) => id), used: Object.fromEntries(Object.entries(amounts).map(([resource, amount]) => [resource, BigInt(amount)])), held: {}, placement, nodes: [] })

/** In such words a tenant is told what its case cost others: no finer, because it is made of what they asked for. */
export type HarmWord = 'none' | 'some' | 'much'
const muchMinutes = 6_000n
export const wordFor = (minutes: bigint): HarmWord => (minutes === 0n ? 'none' : minutes < muchMinutes ? 'some' : 'much')
