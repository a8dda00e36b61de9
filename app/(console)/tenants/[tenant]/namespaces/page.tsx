import { NamespaceForm } from '~/components/namespaces/namespace-form'
import { NamespaceTable } from '~/components/namespaces/namespace-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPage } from '~/server/api/caller'
import { Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { counted, Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Namespaces')
const view = viewOf({ sorts: ['name', 'created'], filters: { find: 'text' }, opens: ['create'] })

export default async function Namespaces({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.namespaces(tenant)
  const asked = view.read(await searchParams)
  const { sort, descending, find, after, before, open } = asked
  const [{ title, frozenAt }, page] = await onPage((door) => Promise.all([door.tenants.read({ tenant }), door.namespaces.list({ tenant, sort, descending, find, after, before })]))
  const reason = await reasonNot('namespaces.create', 'create namespaces', { tenant, isFrozen: frozenAt !== null })
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen
      title="Namespaces" frozenAt={frozenAt} says={<p>Where {title}’s work runs.</p>}
      action={open === null && <Opener href={view.href(at, asked, { open: 'create' })} reason={reason}>Create namespace</Opener>}
    >
      <Beside panel={open === 'create' && <Panel id="create" title="Create namespace" closeTo={view.href(at, asked, { open: null })}><NamespaceForm tenant={tenant} whyNot={reason} /></Panel>}>
        <FilterBar label="Filter namespaces" find={{ says: 'Name or title' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'namespace')} />
        <Rows
          what="namespaces" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)}
          none={<Region title="No namespaces yet"><p>A namespace is where {title}’s work runs. It begins with no quota, and gets one from the tenant’s share.</p></Region>}
        >
          <NamespaceTable tenant={tenant} namespaces={page.rows} sorting={view.sorting(at, asked)} />
        </Rows>
      </Beside>
    </Screen>
  )
}
