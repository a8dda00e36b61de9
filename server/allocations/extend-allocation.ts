import { z } from 'zod'
import type { Decider, Seen, Settling, Showing } from '~/server/admission/decider'
import type { Policy, Wish } from '~/server/admission/facts'
import { Handle, Instant, Prose, Uuid } from '~/server/api/inputs'
import type { Asking } from '~/server/database/lane-requests'
import { nothingMoved } from '~/server/ledger/account'
import { type Cost, decideCost, modelsPriced } from '~/server/prices/decide-cost'
import { rolesIn } from '~/server/requests/decide-rule'
import { digestOf, type Json } from '~/server/shared/canonical'
import { isIsolationLevel, type IsolationLevel } from '~/server/tenants/isolation'
import type { AllocationRefusal } from './allocation.refusals'
import { type Asks, decideExtension, type Extension, hoursBetween } from './decide-extension'
import { type Changed, decideChange, factsOf, type LifeFacts, type LifeOutcome, settleChange } from './change-allocation'

export const ExtendAllocation = z.strictObject({ tenant: Handle, allocation: Uuid, endsAt: Instant, /** For whoever is asked. */ reason: Prose.nullable() })
type Wished = z.infer<typeof ExtendAllocation>

/** What goes on, as it is told to whoever is asked. */
export type Extended = { readonly tenant: string; readonly namespace: string; readonly allocation: string; /** Whoever asked for it gains by it, whoever asks that it goes on. */ readonly owner: string; readonly name: string; readonly class: string; readonly pods: number; readonly models: readonly string[]; /** On which it stands: what goes on costs what those cost. */ readonly placedOn?: readonly string[]; readonly isolation: IsolationLevel }
type ExtendFacts = LifeFacts & { readonly extension: Extension; readonly what: Extended; readonly purpose: string; readonly isAsked: boolean }
type ExtendOutcome = (LifeOutcome | { readonly ok: false; readonly refusal: 'asked_already' }) & { readonly asks?: Asks; readonly cost?: Cost | null }

/** Nobody may say yes to more than a year from now. */
const mostHours = 8_760
const hourMs = 3_600_000
const hoursAfter = (at: string, hours: number) => new Date(Date.parse(at) + hours * hourMs).toISOString()

export function extendedOf({ allocation: row, tenant, placedOn }: Seen): Extended {
  if (!row) throw new Error('what is not there was not loaded')
  const wish = row.wish === null ? null : (JSON.parse(row.wish) as { wish: Wish }).wish
  return { tenant: row.tenant_id, namespace: row.namespace_id, allocation: row.id, owner: row.asked_by, name: row.name, class: row.class, pods: row.pods, models: [...(wish?.models ?? [])].sort(), ...(placedOn.length > 0 ? { placedOn } : {}), isolation: isIsolationLevel(tenant.isolationLevel) ? tenant.isolationLevel : 4 }
}
const purposeOf = ({ allocation }: Seen): string => (allocation?.wish ? (JSON.parse(allocation.wish) as { wish: Wish }).wish.purpose : 'It goes on as it is.')

/** What whoever says yes signs: that all of it goes on, from its end until another, and what that costs. */
export const extensionTerms = ({ allocation, tenant, namespace, name, class: of, pods, models }: Extended, { amounts, burst }: LifeFacts['living'], devices: string, from: string | null, endsAt: string, cost: Cost | null, policies: string): { readonly [name: string]: Json } => ({
  kind: 'allocation.extend', allocation, tenant, namespace, name, class: of, pods, amounts: { ...amounts }, devices, models: [...models], burst, from, endsAt, cost: cost?.total ? { currency: cost.currency, ...cost.total } : null, policies,
})
export const costOfExtension = ({ models, placedOn = [], isolation }: Extended, amounts: Readonly<Record<string, string>>, from: string, endsAt: string, { prices }: Policy): Cost | null =>
  decideCost(prices ?? null, { amounts, models: modelsPriced({ placed: placedOn, named: models, could: [] }), isolation, hours: hoursBetween(from, endsAt) })

function facts(seen: Seen, { endsAt: wished, reason }: Wished): ExtendFacts {
  const endsAt = new Date(wished).toISOString()
  const row = seen.allocation
  const life = factsOf(seen, 'extend', { endsAt, endMax: hoursAfter(seen.now, mostHours) })
  const what = extendedOf(seen)
  return {
    ...life, what, purpose: reason ?? purposeOf(seen), isAsked: seen.request?.state === 'open',
    extension: { now: seen.now, from: life.living.endsAt, endsAt, burst: life.living.burst, namespace: what.namespace, class: what.class, devices: row?.devices ?? '0', models: what.models, roles: seen.asker?.roles ?? [], hasShare: life.accounts.some(({ level }) => level === 'class') },
  }
}

function decide(of: ExtendFacts, policy: Policy): ExtendOutcome {
  const life = decideChange(of)
  const asks = life.ok ? decideExtension(of.extension, policy) : null
  if (!asks) return life
  if (of.isAsked) return { ok: false, refusal: 'asked_already' }
  return { ...life, asks, cost: costOfExtension(of.what, of.living.amounts, of.extension.from ?? of.now, of.extension.endsAt, policy) }
}

function settle(of: ExtendFacts, outcome: ExtendOutcome): Settling<Changed, AllocationRefusal> {
  const { asks, cost = null } = outcome
  if (!asks) return settleChange(of, outcome)
  const { living, what, allocation, now, extension: { from, endsAt, devices }, purpose } = of
  // It is over with what it is about, and a week from now at the latest.
  const week = hoursAfter(now, 7 * 24)
  const deadline = from !== null && from < week ? from : week
  return {
    verdict: 'hold', reason: asks.reason, amounts: living.amounts, posting: nothingMoved, make: null, change: null, effect: { before: { endsAt: from }, after: { endsAt: from, asked: endsAt } },
    asks: (_allocation, policies): Asking => {
      const terms: { readonly [name: string]: Json } = { ...extensionTerms(what, living, devices, from, endsAt, cost, policies), version: 1 }
      const { isolation, placedOn, ...told } = what
      return {
        kind: 'allocation.extend', level: asks.level, subject: what.name, rule: asks.rule as unknown as Json, asked_roles: rolesIn(asks.rule), purpose, deadline, by_rule: null, terms, digest: digestOf(terms),
        payload: { ...told, models: [...told.models], amounts: { ...living.amounts }, devices, from, endsAt, hours: hoursBetween(from ?? now, endsAt), cost: terms.cost ?? null, reason: asks.reason },
      }
    },
    answer: () => ({ ok: true, value: { allocation, state: living.state, endsAt: from, repeats: false, asked: true } }),
  }
}

const seeks = ({ tenant, allocation }: Wished) => ({ tenant, allocation })
export const extendAllocation: Decider<Wished, ExtendFacts, ExtendOutcome, Changed, AllocationRefusal> = { seeks, facts, decide, settle }

/** Before it is asked: whether it is done at once, or of whom it is asked, and what it costs. */
type ExtensionPreviewed = { refusal: AllocationRefusal | null; asks: { level: Asks['level']; rule: Asks['rule']; says: string } | null; cost: Cost | null }
export const previewExtension: Showing<Wished, ExtendFacts, ExtendOutcome, ExtensionPreviewed> = {
  seeks, facts, decide,
  shows: ({ what, living, extension: { from, endsAt, now } }, outcome, policy) => ({
    refusal: outcome.ok ? null : (outcome.refusal as AllocationRefusal), asks: outcome.asks ? { level: outcome.asks.level, rule: outcome.asks.rule, says: outcome.asks.says } : null,
    cost: outcome.ok ? costOfExtension(what, living.amounts, from ?? now, endsAt, policy) : null,
  }),
}
