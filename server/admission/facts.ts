import type { AccountFacts } from '~/server/ledger/account'
import type { Json } from '~/server/shared/canonical'

/** Whoever asks, as far as it decides anything. */
export type Asker = { readonly person: string; readonly roles: readonly string[]; readonly machine: boolean }

/** What somebody asks for: so many pods alike, and what each of them needs. Amounts are Kubernetes quantities, as they were written. */
export type Wish = {
  readonly tenant: string
  readonly namespace: string
  readonly name: string
  readonly class: string
  readonly pods: number
  readonly each: Readonly<Record<string, string>>
  readonly labels: Readonly<Record<string, string>>
  readonly purpose: string
  readonly hours: number | null
}

/** How things stood when it was decided: facts small enough to keep, as they were. */
export type State = {
  readonly asker: Asker
  readonly tenant: { readonly id: string; readonly organisation: string; readonly frozen: boolean; readonly isolationLevel: number; readonly regions: readonly string[] }
  /** From the organisation down. */
  readonly accounts: readonly AccountFacts[]
  readonly nameTaken: boolean
  readonly pending: number
}

/** What applied: the platform's and the tenant's policies, each as it was. */
export type Policy = {
  readonly admission: { readonly pendingMax: number; readonly holdHours: number; readonly hoursMax: number }
  readonly priority: { readonly classes: readonly { readonly id: string; readonly value: number; readonly preemptible: boolean }[] }
}

/** One line of the trace: a check, what it looked at, and what it said. */
export type Line = { readonly check: string; readonly outcome: 'passes' | 'holds' | 'refuses'; readonly reason: string | null; readonly says: string | null; readonly warnings: readonly string[]; readonly saw: Json }
export type Verdict = 'admit' | 'hold' | 'refuse'
