import type { TenantReader } from '~/server/database/read'
import { accountsOf, quotaOf, type QuotaShown, quotaShown } from './quota'

/** The tenant's own first, where the reader reaches it; then each namespace's, by resource. */
export async function listQuotas(db: TenantReader): Promise<QuotaShown[]> {
  const accounts = await accountsOf(db.rows)
  const resources = [...new Set(accounts.flatMap((account) => account.resources))].sort()
  return accounts.flatMap((account) => resources.map((resource) => quotaShown(account.namespaceId, quotaOf(accounts, account, resource))))
}
