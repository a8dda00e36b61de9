import { paths } from '~/components/shell/paths'
import { RegionNames, type Region } from '~/components/regions/region-names'
import { Exact } from '~/components/ui/moment'
import { Link } from '~/components/ui/link'
import { Properties } from '~/components/ui/properties'
import { isolation, type IsolationLevel, type Regime, type Trust, whatFollows } from '~/server/tenants/isolation'
import { isolationWord, regimesIn, trustWord } from './isolation-words'
import { TenantState } from './tenant-state'

export type TenantShown = {
  tenant: string; organisation: string; organisationTitle: string; title: string; isolationLevel: IsolationLevel; trust: Trust; regions: string[]; compliance: Regime[]
  frozenAt: string | null; erasedAt: string | null; createdAt: string
}
type Origin = { requestedBy: { name: string } | null; approvedBy: { name: string } | null; approvedAt: string | null; request: string | null }

/** What a tenant is, for who may see that it exists; on the platform also how it came to be. */
export function TenantFacts({ tenant, known, origin }: { tenant: TenantShown; known: readonly Region[]; origin?: Origin }) {
  const { isolationLevel: level, trust } = tenant
  return (
    <Properties
      items={[
        { says: 'Name', value: <span className="name">{tenant.tenant}</span>, copy: tenant.tenant },
        { says: 'Organisation', value: origin ? <Link href={paths.organisation(tenant.organisation)}>{tenant.organisationTitle}</Link> : tenant.organisationTitle },
        { says: 'State', value: <TenantState of={tenant} /> },
        { says: 'Isolation', value: <span>{isolationWord(level)}<span className="block text-quiet">{isolation[level].apart} Shared: {isolation[level].shares.toLowerCase()} Cost {isolation[level].cost.says}.</span></span> },
        { says: 'Trust', value: <span>{trustWord(trust)}<span className="block text-quiet">{whatFollows({ trust, level })}</span></span> },
        { says: 'Regions', value: <RegionNames regions={tenant.regions} known={known} /> },
        { says: 'Compliance', value: regimesIn(tenant.compliance) },
        { says: 'Created', value: <Exact at={tenant.createdAt} /> },
        ...(origin?.request ? [
          { says: 'Asked by', value: origin.requestedBy?.name ?? '' },
          { says: 'Approved by', value: <>{origin.approvedBy?.name} <Link href={paths.request(origin.request)}>Request</Link></> },
        ] : []),
      ]}
    />
  )
}
