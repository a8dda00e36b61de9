import { z } from 'zod'
import { AmountText, Handle, Instant, Resource, Version } from '~/server/api/inputs'
import type { ReadRows } from '~/server/database/rows'
import type { LineWish, TogetherState } from './decide-together'
import { loweringOf, type Lowers, lowersIn, lowersOf, lowersShown } from './lowers'
import { type Account, accountColumns, givenBy, nothingGiven, type Quota, quotaOf } from './quota'

/** So many limits are changed together at most. */
export const linesMost = 100
/** `lowers` where the limit may be below what is in use: it comes down as that is freed, from a moment or, without one, from now on. */
const Line = z.strictObject({ namespace: Handle, resource: Resource, limit: AmountText, version: Version, lowers: z.strictObject({ at: Instant.nullable() }).nullable() })
export type Line = z.infer<typeof Line>
/** Several limits of one tenant, each with the version of its namespace's account that was seen; no limit is named twice. */
export const Draft = z.strictObject({
  tenant: Handle, lines: z.array(Line).min(1).max(linesMost).refine((lines) => new Set(lines.map(({ namespace, resource }) => `${namespace} ${resource}`)).size === lines.length, 'names no limit twice'),
})
/** What a tenant means to give a namespace once it has more: shown to whoever decides, done by the tenant's own admin afterwards. */
export const Meant = z.array(z.strictObject({ namespace: Handle, from: AmountText, to: AmountText })).max(linesMost).refine((lines) => new Set(lines.map(({ namespace }) => namespace)).size === lines.length, 'names no namespace twice')
export const wishesOf = (lines: readonly Line[]): LineWish[] => lines.map(({ resource, limit, version, lowers }) => ({ resource, limit: BigInt(limit), version: BigInt(version), lowers: lowers && { at: lowers.at === null ? null : new Date(lowers.at) } }))

export type Loaded = { parent: Account; accounts: ReadonlyMap<string, Account>; /** Each line's limit as it is. */ quotas: readonly (Quota | null)[]; state: TogetherState; open: readonly Lowers[] }
/** Everything a draft is decided from; null for whoever does not see the tenant's own account. */
export async function loadDraft({ rows, now }: { readonly rows: Pick<ReadRows, 'account' | 'lowering' | 'tenant'>; readonly now: Date }, tenant: string, lines: readonly Pick<Line, 'namespace' | 'resource'>[]): Promise<Loaded | null> {
  const parent = await rows.account.findFirst({ where: { kind: 'tenant' }, select: accountColumns })
  if (!parent) return null
  const { frozenAt } = await rows.tenant.findUniqueOrThrow({ where: { id: tenant }, select: { frozenAt: true } })
  const found = await rows.account.findMany({ where: { kind: 'namespace', namespaceId: { in: [...new Set(lines.map(({ namespace }) => namespace))] }, namespace: { closingAt: null } }, select: accountColumns })
  const accounts = new Map(found.map((account) => [account.namespaceId ?? '', account]))
  const quotas = lines.map(({ namespace, resource }) => {
    const account = accounts.get(namespace)
    return account && parent.resources.includes(resource) ? quotaOf(account, resource, nothingGiven) : null
  })
  const open = await lowersIn(rows, [...accounts.values()])
  const given = await givenBy(rows, parent.id)
  const unshared = new Map(parent.resources.map((resource) => [resource, quotaOf(parent, resource, given).unshared]))
  return { parent, accounts, quotas, state: { tenantFrozen: frozenAt !== null, now, unshared, lines: quotas.map((quota) => quota && { ...quota, open: loweringOf(open, quota) }) }, open }
}

/** For the record: what was open of a limit before, by whoever they are and not by what they are called. */
export const beforeOf = ({ open }: Pick<Loaded, 'open'>, quota: Quota) => lowersShown(lowersOf(open, quota), new Map())
