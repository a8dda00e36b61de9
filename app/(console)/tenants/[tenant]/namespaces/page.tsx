import { NamespaceForm } from '~/components/namespaces/namespace-form'
import { NamespaceTable } from '~/components/namespaces/namespace-table'
import { environmentWords, stateWords } from '~/components/namespaces/namespace-words'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { environments } from '~/server/namespaces/decide-attributes'
import { Barred, Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { counted, Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { thenIn } from '../../../then'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Namespaces')
const view = viewOf({ sorts: ['name', 'created'], filters: { find: 'text', state: ['open', 'frozen', 'closing', 'deleted'], environment: environments }, opens: ['create'] })
const choices = [
  { name: 'state', says: 'State', any: 'All that are there', options: stateWords },
  { name: 'environment', says: 'Environment', any: 'Any environment', options: environmentWords },
]

export default async function Namespaces({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const then = await thenIn(tenant, searchParams)
  if (then?.refusal) return <Screen title="Namespaces" then={then} />
  const at = paths.namespaces(tenant)
  const asked = view.read(await searchParams)
  const { sort, descending, find, state, environment, after, before, open } = asked
  const [inTenant, page] = await onPage((door) => Promise.all([door.tenants.read({ tenant }), door.namespaces.list({ tenant, sort, descending, find, state, environment, after, before })]), then?.at)
  const reason = await reasonNot('namespaces.create', 'create namespaces', { tenant, inTenant })
  const around = open === null || then ? null : await onPageIfAllowed((door) => door.namespaces.prepare({ tenant }))
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen
      title="Namespaces" then={then} inTenant={inTenant} says={<p>Where {inTenant.title}’s work runs.</p>}
      action={open === null && then === null && <Opener href={view.href(at, asked, { open: 'create' })} reason={reason}>Create namespace</Opener>}
    >
      <Beside
        panel={open === 'create' && then === null && (
          <Panel id="create" title="Create namespace" closeTo={view.href(at, asked, { open: null })}>
            {around === null ? <Barred action={reason === null ? 'namespaces.prepare' : 'namespaces.create'} deed="create namespaces" tenant={tenant} /> : <NamespaceForm tenant={tenant} around={around} whyNot={reason} />}
          </Panel>
        )}
      >
        <FilterBar label="Filter namespaces" find={{ says: 'Name or title' }} choices={choices} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'namespace')} />
        <Rows
          asFile={(form) => paths.list('namespaces', form, tenant, { find, state, environment, sort, descending, asOf: then?.at })}
          what="namespaces" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)}
          none={<Region title={then ? 'No namespaces yet at that moment' : 'No namespaces yet'}><p>A namespace is where {inTenant.title}’s work runs. It begins with no quota, and gets one from the tenant’s share.</p></Region>}
        >
          <NamespaceTable tenant={tenant} namespaces={page.rows} sorting={view.sorting(at, asked)} />
        </Rows>
      </Beside>
    </Screen>
  )
}
