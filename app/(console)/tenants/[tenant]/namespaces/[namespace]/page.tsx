import type { Metadata } from 'next'
import { QuotaFigures } from '~/components/quotas/quota-figures'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { onPage } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Screen } from '../../../../screen'
import { Section } from '../../../../section'

type Props = { params: Promise<{ tenant: string; namespace: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const { tenant, namespace } = await params
  return { title: `${namespace} · Namespaces · ${tenant}` }
}

export default async function Namespace({ params }: Props) {
  const { tenant, namespace: name } = await params
  const [{ frozenAt }, namespace, quotas] = await onPage((door) => Promise.all([door.tenants.read({ tenant }), door.namespaces.read({ tenant, namespace: name }), door.quotas.list({ tenant, namespace: name, find: null, ...firstPage })]))
  return (
    <Screen title={namespace.title} frozenAt={frozenAt} says={<p>A namespace of <Link href={paths.tenant(tenant)}><span className="name">{tenant}</span></Link>.</p>}>
      <Properties items={[{ says: 'Name', value: <span className="name">{name}</span>, copy: name }, { says: 'Created', value: <Exact at={namespace.createdAt} /> }]} />
      <Section title="Capacity">
        <QuotaFigures tenant={tenant} quotas={quotas.rows.filter(({ namespace: of }) => of === name)} />
      </Section>
    </Screen>
  )
}
