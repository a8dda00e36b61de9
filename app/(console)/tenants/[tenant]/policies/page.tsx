import { PolicyTable } from '~/components/policies/policy-table'
import { paths } from '~/components/shell/paths'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import type { PolicyShown } from '~/server/policies/policy'
import { Barred } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Screen } from '../../../screen'
import { Section } from '../../../section'
import { thenIn } from '../../../then'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Policies')

export default async function Policies({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const then = await thenIn(tenant, searchParams)
  if (then?.refusal) return <Screen title="Policies" then={then} />
  const asOf = then?.at ?? null
  const [inTenant, policies] = await Promise.all([onPage((door) => door.tenants.read({ tenant }), asOf), onPageIfAllowed((door) => door.policies.list({ tenant }), asOf)])
  if (policies === null) return <Screen title="Policies" then={then} inTenant={inTenant}><Barred action="policies.list" deed="see policies" tenant={tenant} /></Screen>
  const part = (title: string, isIn: (policy: PolicyShown) => boolean) => (
    <Section title={title}><PolicyTable label={title} policies={policies.filter(isIn)} at={({ of, kind }) => paths.policy(tenant, of, kind)} /></Section>
  )
  return (
    <Screen title="Policies" then={then} inTenant={inTenant} says={<p>What every wish is decided by, from the next one on: the tenant’s own word, and the platform’s.</p>}>
      {part('What the tenant says of itself', ({ by }) => by === 'tenant')}
      {part('What the platform says of this tenant', ({ by, of }) => by === 'platform' && of === 'tenant')}
      {part('What the platform says of everybody', ({ of }) => of === 'everybody')}
    </Screen>
  )
}
