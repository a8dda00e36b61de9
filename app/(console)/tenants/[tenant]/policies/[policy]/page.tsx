import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { PolicyForm } from '~/components/policies/policy-form'
import { policyAt, policyWords } from '~/components/policies/policy-words'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { onPage } from '~/server/api/caller'
import { reasonNot } from '../../../../deeds'
import type { InView } from '../../../../in-view'
import { OnePolicy } from '../../../../policy'
import { Screen } from '../../../../screen'
import { thenIn } from '../../../../then'

type Props = { params: Promise<{ tenant: string; policy: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const { tenant, policy } = await params
  const asked = policyAt(tenant, policy)
  return { title: `${asked ? policyWords(asked.of, asked.kind).title : policy} · Policies · ${tenant}` }
}

export default async function Policy({ params, searchParams }: Props & InView) {
  const { tenant, policy: named } = await params
  const asked = policyAt(tenant, named)
  if (asked === null) notFound()
  const then = await thenIn(tenant, searchParams)
  if (then?.refusal) return <Screen title={policyWords(asked.of, asked.kind).title} then={then} />
  const [inTenant, policy] = await onPage((door) => Promise.all([door.tenants.read({ tenant }), door.policies.read(asked)]), then?.at)
  const place = { tenant, inTenant }
  const [whyNot, tryWhyNot, importWhyNot, conditionWhyNot] = await Promise.all([
    reasonNot('policies.change', 'change policies', place), reasonNot('policies.tryOut', 'try policies', { tenant }), reasonNot('policies.importRule', 'bring rules', { tenant }), reasonNot('policies.tryCondition', 'try conditions', { tenant }),
  ])
  const says = <p>One of the <Link href={paths.policies(tenant)}>policies</Link> of <span className="name">{tenant}</span>. {policyWords(policy.of, policy.kind).says}</p>
  return <OnePolicy policy={policy} inTenant={inTenant} says={says} then={then}>{policy.by === 'tenant' && then === null && <PolicyForm tenant={tenant} policy={policy} whyNot={whyNot} tryWhyNot={tryWhyNot} rules={{ importWhyNot, tryWhyNot: conditionWhyNot }} />}</OnePolicy>
}
