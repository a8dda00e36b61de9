import type { WriteRows } from '~/server/database/rows'
import type { Binding } from './step'

/** What a tenant is bound by stands with the tenant, where admission reads it; null lifts it, and leaves everything as it was. */
export async function bind({ tenant: tenants }: Pick<WriteRows, 'tenant'>, tenant: string, kind: Binding, until: Date | null): Promise<void> {
  switch (kind) {
    case 'suspend': {
      const { count } = await tenants.updateMany({ where: { id: tenant }, data: { suspendedUntil: until } })
      if (count !== 1) throw new Error(`tenant ${tenant} was not bound, or not let go`)
    }
  }
}
