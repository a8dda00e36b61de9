import type { Metadata } from 'next'
import { Freeze } from '~/components/tenants/freeze'
import { TenantFacts } from '~/components/tenants/tenant-facts'
import { onPage } from '~/server/api/caller'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'
import { reasonNot } from '../../../deeds'
import { Screen } from '../../../screen'

type Props = { params: Promise<{ tenant: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({ title: `${(await params).tenant} · Tenants · Platform` })

/** What the platform may know of a tenant: what it is, and nothing of what is in it. */
export default async function Tenant({ params }: Props) {
  const { tenant: name } = await params
  const [[tenant, regions], freeze, thaw] = await Promise.all([
    onPage((door) => Promise.all([door.tenants.readOnPlatform({ tenant: name }), door.regions.list({})])), reasonNot('tenants.freeze', 'freeze a tenant'), reasonNot('tenants.thaw', 'thaw a tenant'),
  ])
  return (
    <Screen title={tenant.title} inTenant={tenant} says={<p>You are looking at a tenant as the platform does: what is in it is not shown here.</p>} action={<Freeze tenant={name} frozenAt={tenant.frozenAt} whyNot={{ freeze, thaw: tenant.erasedAt === null ? thaw : `${tenantRefusals.erased.says} ${tenantRefusals.erased.fix}` }} />}>
      <TenantFacts tenant={tenant} known={regions} origin={tenant} />
    </Screen>
  )
}
