import { paths } from '~/components/shell/paths'
import { onPage } from '~/server/api/caller'
import { auditInView } from '../../../audit-in-view'
import { Barred } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Audit')

export default async function Audit({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const found = await auditInView({ tenant, at: paths.audit(tenant), searchParams })
  if (found === null) return <Screen title="Audit" inTenant={inTenant}><Barred action="audit.search" deed="read the record" tenant={tenant} /></Screen>
  return <Screen title="Audit" inTenant={inTenant} says={<p>Every deed and every refusal in {tenant}, also of those who run the platform. Reading it is recorded, too.</p>}>{found}</Screen>
}
