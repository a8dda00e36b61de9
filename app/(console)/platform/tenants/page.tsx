import type { Metadata } from 'next'
import { paths } from '~/components/shell/paths'
import { isolationWord } from '~/components/tenants/isolation-words'
import { TenantTable } from '~/components/tenants/tenant-table'
import { FilterBar } from '~/components/ui/filter-bar'
import { Link } from '~/components/ui/link'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPage } from '~/server/api/caller'
import { type IsolationLevel, isolationLevels } from '~/server/tenants/isolation'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Tenants · Platform' }
const view = viewOf({ sorts: ['tenant', 'organisation', 'isolation', 'created'], filters: { find: 'text', isolation: ['1', '2', '3', '4'], state: ['active', 'frozen'] } })
const choices = [
  { name: 'isolation', says: 'Isolation', any: 'Any isolation', options: Object.fromEntries(isolationLevels.map((level) => [String(level), isolationWord(level)])) },
  { name: 'state', says: 'State', any: 'Any state', options: { active: 'Active', frozen: 'Frozen' } },
]

export default async function Tenants({ searchParams }: InView) {
  const at = paths.platformTenants()
  const asked = view.read(await searchParams)
  const { sort, descending, find, isolation, state, after, before } = asked
  const page = await onPage((door) => door.tenants.list({ sort, descending, find, organisation: null, isolationLevel: isolation === null ? null : Number(isolation) as IsolationLevel, state, after, before }))
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Tenants" says={<p>Whose work runs here. A tenant is asked for in its <Link href={paths.organisations()}>organisation</Link>.</p>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <FilterBar label="Filter tenants" find={{ says: 'Name or title' }} choices={choices} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'tenant')} />
        <Rows
          asFile={(form) => paths.list('tenants', form, null, { find, isolationLevel: isolation, state, sort, descending })} what="tenants" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)}
          none={<Region title="No tenants yet"><p>Create an organisation, request a tenant in it, and let somebody else approve it.</p></Region>}
        >
          <TenantTable tenants={page.rows} sorting={view.sorting(at, asked)} />
        </Rows>
      </div>
    </Screen>
  )
}
