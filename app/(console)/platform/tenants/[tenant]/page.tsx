import type { Metadata } from 'next'
import { paths } from '~/components/shell/paths'
import { ComplianceForm } from '~/components/tenants/compliance-form'
import { Freeze } from '~/components/tenants/freeze'
import { TenantFacts } from '~/components/tenants/tenant-facts'
import { Link } from '~/components/ui/link'
import { onPage } from '~/server/api/caller'
import { tenantRefusals } from '~/server/tenants/tenant.refusals'
import { reasonNot } from '../../../deeds'
import { Screen } from '../../../screen'
import { Section } from '../../../section'

type Props = { params: Promise<{ tenant: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({ title: `${(await params).tenant} · Tenants · Platform` })

/** What the platform may know of a tenant: what it is, and nothing of what is in it. */
export default async function Tenant({ params }: Props) {
  const { tenant: name } = await params
  const [[tenant, regions], freeze, thaw, compliance] = await Promise.all([
    onPage((door) => Promise.all([door.tenants.readOnPlatform({ tenant: name }), door.regions.list({})])), reasonNot('tenants.freeze', 'freeze a tenant'), reasonNot('tenants.thaw', 'thaw a tenant'), reasonNot('tenants.changeCompliance', 'change which regimes a tenant is under'),
  ])
  const erased = `${tenantRefusals.erased.says} ${tenantRefusals.erased.fix}`
  return (
    <Screen title={tenant.title} inTenant={tenant} says={<p>You are looking at a tenant as the platform does: what is in it is not shown here.</p>} action={<Freeze tenant={name} frozenAt={tenant.frozenAt} whyNot={{ freeze, thaw: tenant.erasedAt === null ? thaw : erased }} />}>
      <TenantFacts tenant={tenant} known={regions} origin={tenant} />
      <Section title="Compliance">
        <p className="max-w-[80ch]">The regimes that the tenant is under. The <Link href={paths.platformPolicy('levels')}>levels of the record</Link> can keep more of it for that: as the product ships them, under HIPAA everything that is done and read in it is kept with what was asked.</p>
        <ComplianceForm tenant={name} compliance={tenant.compliance} whyNot={tenant.erasedAt === null ? compliance : erased} />
      </Section>
    </Screen>
  )
}
