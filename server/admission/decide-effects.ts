/** What comes of a verdict: what is posted, for how long, where it is placed, whom it displaces, and whose yes it needs. */
import type { Posting } from '~/server/ledger/account'
import { mayGoByRule } from '~/server/requests/decide-by-rule'
import { decideRule, type Rule } from '~/server/requests/decide-rule'
import type { Given } from './decide-given'
import type { Policy, Verdict, Wish } from './facts'
import type { Placement, PlacementFound } from './placement/decide-placement'
import type { Pushing } from './priority/decide-aside'

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
  /** Whose place it takes: what is lent of its own, and whom it pushes aside. */
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

/** How long it may last: as long as anything may, where nobody said; what is lent, no longer than that is. */
const hoursOf = (wish: Pick<Wish, 'hours'>, { admission }: Pick<Policy, 'admission'>, burst: boolean): number => Math.min(wish.hours ?? admission.hoursMax, burst ? admission.burstHours : Number.POSITIVE_INFINITY)

type Victims = Effects['victims']
/** Who gives back room and stands on the node, too, goes once. */
const eachOnce = (victims: Victims): Victims => [...new Map(victims.map(({ tenant, allocation }) => [allocation, { tenant, allocation }])).values()]

/** Looked for once, where room is all that is missing: under the narrowest account that lacks some, or all over the organisation where only nodes do. */
function pushesOf({ state, mayPush, lacks, priority, residency }: Given, placed: PlacementFound | null): Pushing | null {
  const noNode = placed?.outcome === 'refuses' && placed.reason === 'no_node_fits'
  const under = lacks?.at(-1)?.account ?? (noNode ? state.accounts[0]?.id : undefined)
  return mayPush && !state.aside && under !== undefined ? { below: priority.class?.value ?? 0, under, regions: noNode ? residency.regions : null } : null
}

export function effectsOf(verdict: Verdict, given: Given, waits: boolean, asks: boolean, holds: readonly string[], placed: PlacementFound | null): Effects {
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
    victims: verdict === 'refuse' || waits ? [] : eachOnce((verdict === 'admit' ? placed?.victims : null) ?? [...(reclaimed ?? []), ...(pushed ?? [])]), reclaims, ...(pushes ? { pushes } : {}),
    regions: verdict === 'refuse' ? [] : residency.regions, waits, approver, rule: approver && decideRule(policy.approvals.rules, { kind: 'allocation.admit', level: approver, devices }), ...(byRule ? { byRule } : {}),
    heldUntil: verdict === 'hold' ? after(policy.admission.holdHours) : null, hours, endsAt: verdict === 'admit' ? after(hours) : null, placement: verdict === 'admit' ? placement : null,
  }
}

