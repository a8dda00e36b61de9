/**
 * What is lent goes back when whoever it belongs to wants it: a tenant that stays within its own share and finds its organisation full takes from what others have above
 * theirs. As few as can be, of these the lowest in priority, and of these the youngest; from nobody more than what they have above their own share.
 */
import { decideFewest, type Need } from './decide-fewest'

export type Lent = {
  readonly allocation: string
  readonly tenant: string
  readonly priority: number
  readonly since: string
  readonly amounts: Readonly<Record<string, string>>
  /** How often its place was taken already. */
  readonly preemptions: number
}
/** What each tenant has above its own share, by resource. */
export type Above = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Whoever lost a place so often is left alone: nobody is kept from ever coming to an end. */
export const preemptedMost = 3
/** For how long whoever lost a place and begins again is left in peace: what was lost is done again, and can be saved, before it is lost again. */
export type Peace = { readonly now: string; readonly minutes: number }
export const peaceOf = (now: string, { peaceMinutes = 0 }: { readonly peaceMinutes?: number | undefined }): Peace => ({ now, minutes: peaceMinutes })
export const isSpared = ({ preemptions, since }: Pick<Lent, 'preemptions' | 'since'>, { now, minutes }: Peace): boolean =>
  preemptions >= preemptedMost || (preemptions > 0 && since > peaceSince({ now, minutes }))
export const peaceSince = ({ now, minutes }: Peace): string => new Date(Date.parse(now) - minutes * 60_000).toISOString()
/** A wish that would cost more than this waits. */
export const reclaimedMost = 8

/** Who goes first, first: the lowest priority, then the youngest. The order is total. */
export const goesFirst = (a: Lent, b: Lent): number => a.priority - b.priority || (a.since > b.since ? -1 : a.since < b.since ? 1 : a.allocation < b.allocation ? -1 : 1)

/** What is missing on a node, too: of which resources, how much each would free there, and whether these would be enough. Only what stands there frees any of it. */
export type There = { readonly resources: readonly string[]; readonly stands: (one: Lent) => boolean; readonly needs: readonly Need<Lent>[]; readonly does: (chosen: readonly Lent[]) => boolean; /** No more than as many as do elsewhere. */ readonly most: number; readonly looked: { sets: number; readonly most: number } }

/** As few as can be; null where there is nobody. What gives back room and a node is one. */
export function decideReclaim(missing: Readonly<Record<string, bigint>>, lent: readonly Lent[], above: Above, peace: Peace, there: There | null = null): readonly Lent[] | null {
  const wanted = Object.keys(missing).filter((resource) => (missing[resource] ?? 0n) > 0n)
  const amountIn = (amounts: Readonly<Record<string, string>> | undefined) => Object.fromEntries([...wanted, ...(there?.resources ?? [])].map((resource) => [resource, BigInt(amounts?.[resource] ?? '0')]))
  const amounts = new Map(lent.map((one) => [one, amountIn(one.amounts)]))
  const aboves = new Map(lent.map(({ tenant }) => [tenant, amountIn(above[tenant])]))
  const of = (one: Lent, resource: string) => amounts.get(one)?.[resource] ?? 0n
  const aboveOf = ({ tenant }: Lent, resource: string) => aboves.get(tenant)?.[resource] ?? 0n
  const givesOf = (one: Lent) => (there?.stands(one) ? [...wanted, ...there.resources] : wanted)
  const eligible = lent.filter((one) => !isSpared(one, peace) && givesOf(one).some((resource) => of(one, resource) > 0n && aboveOf(one, resource) > 0n)).sort(goesFirst)
  // Somebody who is at their own share already, by what was chosen before, keeps the rest.
  const isAbove = (one: Lent, chosen: readonly Lent[]) => givesOf(one).some((resource) =>
    of(one, resource) > 0n && aboveOf(one, resource) > chosen.reduce((freed, other) => (other.tenant === one.tenant ? freed + of(other, resource) : freed), 0n))
  const needs = wanted.map((resource) => ({ missing: missing[resource] ?? 0n, frees: (one: Lent) => of(one, resource) }))
  return decideFewest([...needs, ...(there?.needs ?? [])], eligible, there?.most ?? reclaimedMost, { mayAlso: isAbove, ...(there ? { does: there.does, looked: there.looked } : {}) })
}
