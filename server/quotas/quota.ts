import type { ReadRows } from '~/server/database/rows'
import type { Amount } from '~/server/shared/amount'

/** One resource of one account. `unshared` is what the account has not yet given to the accounts below it. */
export type Quota = { account: string; resource: string; limit: Amount; used: Amount; held: Amount; unshared: Amount; version: bigint }
export type QuotaShown = {
  namespace: string | null; resource: string; limit: string; used: string; held: string; unshared: string; version: string
}

type Account = {
  id: string; parentId: string | null; namespaceId: string | null; resources: string[]; nominal: bigint[]; used: bigint[]; held: bigint[]; version: bigint
}
export const accountColumns = { id: true, parentId: true, namespaceId: true, resources: true, nominal: true, used: true, held: true, version: true } as const

/** The accounts a permit reaches, in the tree's order. */
export const accountsOf = (rows: Pick<ReadRows, 'account'>): Promise<Account[]> =>
  rows.account.findMany({ select: accountColumns, where: { kind: { in: ['tenant', 'namespace'] } }, orderBy: { id: 'asc' } })

export function quotaOf(accounts: readonly Account[], account: Account, resource: string): Quota {
  const at = account.resources.indexOf(resource)
  const amount = (amounts: bigint[]) => amounts[at] ?? 0n
  const given = accounts.filter(({ parentId }) => parentId === account.id)
    .reduce((sum, child) => sum + (child.nominal[child.resources.indexOf(resource)] ?? 0n), 0n)
  const limit = amount(account.nominal)
  return { account: account.id, resource, limit, used: amount(account.used), held: amount(account.held), unshared: limit - given, version: account.version }
}

export const quotaShown = (namespace: string | null, quota: Quota): QuotaShown => ({
  namespace, resource: quota.resource, limit: quota.limit.toString(), used: quota.used.toString(), held: quota.held.toString(),
  unshared: quota.unshared.toString(), version: quota.version.toString(),
})
