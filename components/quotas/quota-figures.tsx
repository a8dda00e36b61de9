import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { formatAmount } from './amount'
import type { QuotaShown } from './quota-grid'
import { QuotaMeter } from './quota-meter'

/** One figure for each resource: the tenant's own where the reader reaches it, else each of their namespaces'. */
export function QuotaFigures({ tenant, quotas }: { tenant: string; quotas: QuotaShown[] }) {
  const ofTenant = quotas.filter(({ namespace }) => namespace === null)
  const shown = ofTenant.length ? ofTenant : quotas
  if (!shown.length) return <p>No quotas yet. <Link href={paths.quotas(tenant)}>Quotas</Link></p>
  return (
    <ul className="grid gap-4 md:grid-cols-[repeat(auto-fit,minmax(13rem,1fr))]">
      {shown.map((quota) => (
        <li key={`${quota.namespace} ${quota.resource}`} className="grid content-start gap-2 rounded-panel border border-line bg-panel p-4 text-dense">
          <p className="flex justify-between gap-2"><span className="name">{quota.resource}</span>{quota.namespace && <span className="name text-quiet">{quota.namespace}</span>}</p>
          <p className="text-number text-strong">{formatAmount(quota.resource, quota.limit)}</p>
          <QuotaMeter amounts={quota} />
          {quota.namespace === null && <p className="text-quiet">{formatAmount(quota.resource, quota.unshared)} not given to a namespace yet</p>}
        </li>
      ))}
    </ul>
  )
}
