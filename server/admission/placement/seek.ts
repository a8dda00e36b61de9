/**
 * Before the locks: for each wish of a batch the nodes it would go to, one wish after another on a fleet that the ones before have already taken theirs of. What a wish comes
 * to depends on policies and accounts that are only read under the locks, so what they said last time is remembered; where that is not what they say now, it is searched again.
 */
import { toleratedOf } from './decide-tolerated'
import type { FleetFacts, Own, Want } from './decide-placement'
import { candidatesMost, type Candidate } from '~/server/placement/decide-node'
import type { LentWhere } from '~/server/database/lane-queue'
import { type Allowed, type Shape, type Where, whyNotThere } from '~/server/placement/decide-feasible'
import type { Wish } from '~/server/placement/typical'
import type { Mirror } from './mirror'

/** What was found for one wish; `want` is what it was looked for. */
export type Plan = Pick<FleetFacts, 'version' | 'proposals' | 'spares' | 'lesser'> & { readonly want: string; readonly nodes: readonly string[]; /** What it counts as, when it is let in. */ readonly wish: Wish | null }
/** Wants are made in one place, so that what is the same is written the same. What its own place bounds it to moves with every decision there, and changes nothing of what is looked for. */
export const keyOfWant = ({ own: _, ...want }: Want): string => JSON.stringify(want)

/** So many pods are looked for at once: whoever comes after them waits for the next turn, outside of any transaction. */
export const podsAtOnce = 2_000
/** What is nearest is looked for in halves, so often. */
const halvings = 8
const noBounds: Own = { gpus: [], pods: [] }
/** A no of a fleet in which this tenant has no nodes at all is believed for so long: where no node is known none is chosen. */
export const believedMs = 1_000

/** Null is a wish that needs no node, `unknown` one of which nothing is remembered yet. What is `later` is not looked for in this turn. */
export type Sought = Want | 'unknown' | null
export async function seekNodes(mirror: Mirror, wants: readonly Sought[], again: boolean): Promise<(Plan | null | 'later')[]> {
  if (wants.every((want) => want === null)) return wants.map(() => null)
  await mirror.fresh(again || wants.includes('unknown') ? 0 : mirror.size === 0 ? believedMs : Number.POSITIVE_INFINITY)
  const began = performance.now()
  const plans = planAll(mirror, wants)
  // That there is nothing is asked of the rows before anybody is told.
  const short = wants.flatMap((want, at) => (isWant(want) && isShort(plans[at], want) ? [want] : []))
  if (short.length > 0) {
    await mirror.fresh(short.some((want) => concerns(mirror, want)) ? performance.now() - began : believedMs)
    return planAll(mirror, wants)
  }
  mirror.tend()
  return plans
}
/** Under the locks, for those whose turn has come: nobody knew before that it would. What is not found in this turn waits for the next. */
export const seekAtOnce = (mirror: Mirror, wants: readonly (Want | null)[]): (Plan | null)[] => planAll(mirror, wants).map((plan) => (plan === 'later' ? null : plan))
const isWant = (want: Sought | undefined): want is Want => typeof want === 'object' && want !== null
const isShort = (plan: Plan | null | 'later' | undefined, { pods }: Want) => typeof plan === 'object' && plan !== null && plan.proposals.length < pods
const concerns = (mirror: Mirror, { allowed: { regions } }: Want) => regions !== 'any' && regions.some((region) => mirror.regions.has(region))

function planAll(mirror: Mirror, wants: readonly Sought[]): (Plan | null | 'later')[] {
  let left = podsAtOnce
  return mirror.trying((place) => wants.map((want) => {
    if (!isWant(want)) return null
    if (want.pods > left && left < podsAtOnce) return 'later'
    left -= want.pods
    return planOne(mirror, want, place)
  }))
}

function planOne(mirror: Mirror, want: Want, place: (candidate: Candidate, shape: Shape) => void): Plan {
  const { shape, pods, allowed: wanted, own = noBounds } = want
  const plan = (proposals: readonly Candidate[], spares: readonly Candidate[], lesser: Shape | null = null): Plan => ({ want: keyOfWant(want), version: mirror.version, proposals, spares, lesser, nodes: [...proposals, ...spares].map(({ id }) => id), wish: shape && { shape, regions: wanted.regions } })
  if (shape === null || want.unplaceable.length > 0) return plan([], [])
  const allowed = allowedOn(mirror, want)
  if (pods === 1) {
    const found = mirror.find(shape, allowed, candidatesMost)
    const [first, ...spares] = found
    if (!first) return plan([], ...lessThat(mirror, shape, allowed, own.gpus))
    place(first, shape)
    return plan([first], spares)
  }
  return planMany(mirror, shape, allowed, { pods, own: own.pods }, place, plan)
}

const allowedOn = (mirror: Mirror, { allowed, tolerations }: Want): Allowed => ({ ...allowed, tolerates: toleratedOf([...new Set(mirror.shelves.flatMap(({ where }) => where.taints))], tolerations) })
/** In which pools, and on which models of GPU, it could be, whatever of it stands free now. */
export function lentWhere(mirror: Mirror, want: Want): LentWhere {
  const { shape } = want
  const allowed = allowedOn(mirror, want)
  const open = shape === null ? [] : mirror.shelves.flatMap(({ where, nodes }) => (nodes > 0 && whyNotThere(where, shape, allowed) === null ? [where] : []))
  const each = (of: (where: Where) => string | null) => [...new Set(open.flatMap((where) => of(where) ?? []))].sort()
  return { tenant: allowed.tenant, regions: each(({ region }) => region), pools: each(({ pool }) => pool), models: shape?.gpus ? each(({ model }) => model) : null }
}

/** All pods of a wish are in one cluster: the one in which the first would be best, and if they do not all fit there, the next. */
function planMany(mirror: Mirror, shape: Shape, allowed: Allowed, { pods, own }: { readonly pods: number; readonly own: readonly number[] }, place: (candidate: Candidate, shape: Shape) => void, plan: (proposals: readonly Candidate[], spares: readonly Candidate[]) => Plan): Plan {
  const left = new Set(mirror.shelves.map(({ where }) => where.cluster))
  let most: readonly Candidate[] = []
  while (left.size > 0) {
    const [best] = mirror.find(shape, { ...allowed, clusters: [...left] }, 1)
    if (!best) break
    const cluster = mirror.clusterOf(best.id)
    left.delete(cluster)
    const here = { ...allowed, clusters: [cluster] }
    const tried = mirror.trying((tryHere) => {
      const proposals: Candidate[] = []
      for (let [next] = mirror.find(shape, here, 1); next && proposals.length < pods; [next] = mirror.find(shape, here, 1)) {
        tryHere(next, shape)
        proposals.push(next)
      }
      return { proposals, spares: mirror.find(shape, here, candidatesMost - 1) }
    })
    if (tried.proposals.length === pods) {
      for (const proposal of tried.proposals) place(proposal, shape)
      return plan(tried.proposals, tried.spares)
    }
    if (tried.proposals.length > most.length) most = tried.proposals
  }
  return plan(most.slice(0, Math.max(0, ...lesserOf(pods, own).filter((part) => part <= most.length))), [])
}

/** Which GPUs could be given at all, whatever of them stands free now. */
export function modelsFor(mirror: Mirror, where: Pick<Allowed, 'tenant' | 'isolation' | 'regions'>): string[] {
  const allowed: Allowed = { ...where, clusters: 'any', pools: 'any', tolerates: [] }
  const shape: Shape = { cpuMilli: 0, memoryBytes: 0, gpus: 1, gpuMilli: 1000, models: 'any', gpuMemoryBytes: 0 }
  return [...new Set(mirror.shelves.flatMap(({ where: at }) => (at.model === null || whyNotThere({ ...at, cordoned: false }, shape, allowed) !== null ? [] : [at.model])))].sort()
}

/** What is tried where so many are too many, from the most down: what its own place bounds it to, half of them, a quarter and so on. */
const lesserOf = (asked: number, own: readonly number[]): number[] =>
  [...new Set([...own, ...Array.from({ length: halvings }, (_, turn) => Math.floor(asked / 2 ** (turn + 1)))])].filter((count) => count >= 1 && count < asked).sort((one, other) => other - one)

/** Where nothing fits, nodes on which it would with fewer GPUs. */
function lessThat(mirror: Mirror, shape: Shape, allowed: Allowed, own: readonly number[]): [spares: readonly Candidate[], lesser: Shape | null] {
  for (const gpus of lesserOf(shape.gpus, own)) {
    const lesser = { ...shape, gpus }
    const found = mirror.find(lesser, allowed, candidatesMost)
    if (found.length > 0) return [found, lesser]
  }
  return [[], null]
}
