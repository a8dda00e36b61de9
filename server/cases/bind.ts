import type { WriteRows } from '~/server/database/rows'
import type { Binding } from './step'

type Rows = Pick<WriteRows, 'tenant' | 'account'>
/** What a tenant is bound by stands with the tenant, where admission reads it; null lifts it, and leaves everything as it was. */
export async function bind(rows: Rows, tenant: string, kind: Binding, held: { readonly until: Date; readonly percent: number | null } | null): Promise<void> {
  const { count } = await (kind === 'suspend'
    ? rows.tenant.updateMany({ where: { id: tenant }, data: { suspendedUntil: held?.until ?? null } })
    : rows.account.updateMany({ where: { tenantId: tenant, kind: 'tenant' }, data: { burstPercent: held?.percent ?? null, burstUntil: held?.until ?? null } }))
  if (count !== 1) throw new Error(`tenant ${tenant} was not bound, or not let go`)
}
