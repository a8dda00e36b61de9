import { NamespaceForm } from '~/components/namespaces/namespace-form'
import { PaletteEntries } from '~/components/shell/palette-entries'
import { whyNot } from '~/components/shell/why-not'
import { Button } from '~/components/ui/button'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { commandsAreCarriedOut, me, onPage } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Namespaces')
type Props = InTenant & { searchParams: Promise<{ create?: string }> }

export default async function Namespaces({ params, searchParams }: Props) {
  const { tenant } = await params
  const at = `/tenants/${tenant}/namespaces`
  const [{ title, frozenAt }, { rows: namespaces }] = await onPage((door) => Promise.all([door.tenants.read({ tenant }), door.namespaces.list({ tenant, find: null, sort: 'name', ...firstPage })]))
  const { standing } = await me()
  const reason = whyNot('create namespaces', { standing: standing('namespaces.create', { tenant }), tenantIsFrozen: frozenAt !== null, engineAnswers: await commandsAreCarriedOut() })
  const isOpen = (await searchParams).create !== undefined && standing('namespaces.create', { tenant }).may
  const create = reason === null
    ? <Link href={`${at}?create`} className={buttonClass({ look: 'primary' })}>Create namespace</Link>
    : <Button whyNot={reason}>Create namespace</Button>
  return (
    <Screen title="Namespaces" frozenAt={frozenAt} action={isOpen ? null : create} says={<p>Where {title}’s work runs: {namespaces.length === 1 ? 'one namespace' : `${namespaces.length} namespaces`} that you may see.</p>}>
      <PaletteEntries entries={[{ id: 'create', says: 'Create namespace', href: `${at}?create`, whyNot: reason, keys: 'c' }]} />
      <div className="flex flex-col items-start gap-6 xl:flex-row">
        <div className="w-full min-w-0 flex-1">
          {namespaces.length === 0
            ? <Region title="No namespaces yet"><p>A namespace is where {title}’s work runs. It begins with no quota, and gets one from the tenant’s share.</p></Region>
            : (
              <Table label="Namespaces">
                <Head columns={[{ says: 'Name', sorted: 'ascending' }, 'Title', 'Created', 'Quotas']} />
                <tbody>
                  {namespaces.map(({ name, title: says, createdAt }) => (
                    <Row key={name}>
                      <Name>{name}</Name><Cell>{says}</Cell><Cell><Exact at={createdAt} /></Cell>
                      <Cell><Link href={`/tenants/${tenant}/quotas#${name}`}>Quotas<span className="sr-only"> of {name}</span></Link></Cell>
                    </Row>
                  ))}
                </tbody>
              </Table>
              )}
        </div>
        {isOpen && <Panel id="create" title="Create namespace" closeTo={at}><NamespaceForm tenant={tenant} whyNot={reason} /></Panel>}
      </div>
    </Screen>
  )
}
