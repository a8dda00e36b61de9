import type { AccountFacts } from '~/server/ledger/account'
import type { Above } from '~/server/ledger/decide-reclaim'
import type { NodeRow } from '~/server/placement/decide-node'
import type { Failover } from './residency/decide-failover'
import type { KnownRegion, Residency } from './residency/decide-residency'
import type { Prices } from '~/server/prices/decide-cost'
import type { Json } from '~/server/shared/canonical'
import type { Ageing } from './decide-order'
import type { Claims } from './claims/decide-claims'
import type { Naming } from './labels/decide-labels'
import type { Limits } from './limits/decide-limits'
import type { LentThere } from './placement/decide-lent-nodes'
import type { FleetFacts, PlacementPolicy } from './placement/decide-placement'
import type { PodSecurity } from './pod-security/decide-pod-security'
import type { Pushables } from './priority/decide-aside'
import type { Priorities, Profile } from './priority/decide-priority'
import type { ByRule } from '~/server/requests/decide-by-rule'
import type { ApprovalRule } from '~/server/requests/decide-rule'
import type { Rule } from './rules/decide-rules'

/** Whoever asks, as far as it decides anything. */
export type Asker = { readonly person: string; readonly roles: readonly string[]; readonly machine: boolean }

/** What somebody asks for: so many pods alike, and what each of them needs. Amounts are Kubernetes quantities, as they were written; pods and claims are their documents' own text. */
export type Wish = {
  readonly tenant: string
  readonly namespace: string
  readonly name: string
  readonly class: string
  readonly pods: number
  readonly each: Readonly<Record<string, string>>
  /** Any of these, or any at all. */
  readonly models: readonly string[]
  readonly region: string | null
  readonly labels: Readonly<Record<string, string>>
  readonly purpose: string
  readonly hours: number | null
  readonly pod: string | null
  readonly claims: readonly string[]
  /** Where there is no room it waits for some, and is not refused. */
  readonly waits: boolean
}

/** What a namespace says of the work in it. Nothing new begins in what is frozen, or closed: deleted, or about to be. */
export type NamespaceFacts = {
  readonly state: 'open' | 'frozen' | 'closed'
  readonly environment: string
  readonly podSecurity: PodSecurity['level'] | null
  /** What every allocation in it carries without saying so. */
  readonly labels: Readonly<Record<string, string>>
}

/** How things stood when it was decided: facts small enough to keep, as they were. */
export type State = {
  readonly asker: Asker
  /** `isolationLevel` is how its work is kept apart here: the namespace’s own, where that is harder. */
  readonly tenant: { readonly id: string; readonly organisation: string; readonly frozen: boolean; readonly isolationLevel: number; readonly regions: readonly string[]; /** Left out where its requests were never suspended. */ readonly suspendedUntil?: string }
  /** Left out of what was decided before a namespace was more than its name. */
  readonly namespace?: NamespaceFacts
  /** From the organisation down. */
  readonly accounts: readonly AccountFacts[]
  readonly regions: readonly KnownRegion[]
  readonly nameTaken: boolean
  readonly pending: number
  /** Devices given within the window without anybody's yes. */
  readonly recent: { readonly person: string; readonly namespace: string }
  readonly fleet: FleetFacts
  /** Somebody has said yes already: nobody is asked again. */
  readonly approved: boolean
  /** Where others wait who come first: account and resource, with a space between. */
  readonly ahead: readonly string[]
  /** What of the organisation's is lent, and what each tenant has above its own share; null where nobody looked, because there was room. `nodes` are those where it could be and some of it stands; left out where nobody looked, because there was a node. */
  readonly lent: { readonly all: readonly LentThere[]; readonly above: Above; readonly nodes?: readonly NodeRow[] } | null
  /** Of what runs in the organisation, whom this class could push aside, and where they stand; left out where nobody looked. */
  readonly aside?: Pushables
}

/** What applied: the platform's and the tenant's policies, each as it was. Where a tenant has no residency of its own, its regions are where it may be. */
export type Policy = {
  readonly admission: { readonly pendingMax: number; readonly holdHours: number; readonly hoursMax: number; readonly burstHours: number; readonly peaceMinutes?: number | undefined; readonly ageing: Ageing }
  readonly limits: Limits
  readonly labels: Naming
  readonly podSecurity: PodSecurity
  readonly claims: Claims
  readonly rules: readonly Rule[]
  readonly residency: Residency | null
  /** Where its work may go in a disaster; left out where nothing was prepared, or nothing is declared. */
  readonly failover?: Failover
  readonly priority: Priorities
  readonly allowedClasses: readonly string[]
  readonly placement: PlacementPolicy
  /** What it costs: whoever says yes sees it, and no check does. What was decided before there were any has none. */
  readonly prices?: Prices | null
  readonly profiles: readonly (Profile & { readonly namespace: string | null })[]
  readonly approvals: { readonly rules: readonly ApprovalRule[]; readonly togetherDevicesMost: number }
  /** What goes without asking anybody; left out where all is asked. */
  readonly byRule?: ByRule
}

/** One line of the trace: a check, what it looked at, and what it said. */
export type Line = { readonly check: string; readonly outcome: 'passes' | 'holds' | 'refuses'; readonly reason: string | null; readonly says: string | null; readonly warnings: readonly string[]; readonly saw: Json }
export type Verdict = 'admit' | 'hold' | 'refuse'
