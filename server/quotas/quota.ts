import type { ReadRows } from '~/server/database/rows'
import type { Amount } from '~/server/shared/amount'
import type { LowersShown } from './lowers'

/** One resource of one account. `unshared` is what the account has not yet given to the accounts below it. */
export type Quota = { account: string; resource: string; limit: Amount; used: Amount; held: Amount; unshared: Amount; version: bigint }
export type QuotaShown = {
  namespace: string | null; resource: string; limit: string; used: string; held: string; unshared: string; version: string
  /** Where it is on its way to, or will be; null where it stays. */
  lowers: LowersShown | null
}

export type Account = { id: string; namespaceId: string | null; resources: string[]; nominal: bigint[]; hard: bigint[]; used: bigint[]; held: bigint[]; unexplained: bigint[]; version: bigint; /** Where each limit that is on its way down goes, by resource. */ goal: unknown }
/** As much of it as is shown, and kept of the past. */
export const shownColumns = { id: true, namespaceId: true, resources: true, nominal: true, used: true, held: true, version: true } as const
export const accountColumns = { ...shownColumns, hard: true, unexplained: true, goal: true } as const
/** What the accounts below one hold together, by resource. */
export type Given = ReadonlyMap<string, Amount>
export const nothingGiven: Given = new Map()

export async function givenBy(rows: Pick<ReadRows, 'account'>, account: string): Promise<Given> {
  const given = new Map<string, Amount>()
  for (const { resources, nominal } of await rows.account.findMany({ where: { parentId: account }, select: { resources: true, nominal: true } })) {
    for (const [at, resource] of resources.entries()) given.set(resource, (given.get(resource) ?? 0n) + (nominal[at] ?? 0n))
  }
  return given
}

export function quotaOf(account: Omit<Account, 'hard' | 'unexplained' | 'goal'>, resource: string, given: Given): Quota {
  const at = account.resources.indexOf(resource)
  const amount = (amounts: bigint[]) => amounts[at] ?? 0n
  const limit = amount(account.nominal)
  return { account: account.id, resource, limit, used: amount(account.used), held: amount(account.held), unshared: limit - (given.get(resource) ?? 0n), version: account.version }
}

/** The limits of an account with some of them set. A resource that it had none of stands in it from now on. */
function nominalWith({ resources: known, nominal, used, held, unexplained }: Omit<Account, 'goal'>, limits: ReadonlyMap<string, bigint>) {
  const added = [...limits.keys()].filter((resource) => !known.includes(resource))
  const resources = [...known, ...added]
  const none = added.map(() => 0n)
  return { resources, nominal: resources.map((resource, at) => limits.get(resource) ?? nominal[at] ?? 0n), ...(added.length > 0 ? { used: [...used, ...none], held: [...held, ...none], unexplained: [...unexplained, ...none] } : {}) }
}
/** With their ceilings. One above the share stays where it is if it is higher than the new one, and so does that of every other resource; where there was none, share and ceiling go together. */
export function limitsWith(account: Omit<Account, 'goal'>, limits: ReadonlyMap<string, bigint>) {
  const written = nominalWith(account, limits)
  const { nominal, hard } = account
  return { ...written, hard: written.nominal.map((limit, at) => {
    const [share, ceiling] = [nominal[at] ?? 0n, hard[at] ?? 0n]
    return !limits.has(written.resources[at] ?? '') || (ceiling > share && ceiling > limit) ? ceiling : limit
  }) }
}

export const quotaShown = (namespace: string | null, quota: Quota, lowers: LowersShown | null = null): QuotaShown => ({
  namespace, resource: quota.resource, limit: quota.limit.toString(), used: quota.used.toString(), held: quota.held.toString(),
  unshared: quota.unshared.toString(), version: quota.version.toString(), lowers,
})
