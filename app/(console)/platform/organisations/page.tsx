import type { Metadata } from 'next'
import { OrganisationForm } from '~/components/organisations/organisation-form'
import { OrganisationTable } from '~/components/organisations/organisation-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPage } from '~/server/api/caller'
import { Opener, reasonNot } from '../../deeds'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'
import type { InView } from '../../in-view'

export const metadata: Metadata = { title: 'Organisations · Platform' }
const view = viewOf({ filters: { find: 'text' }, opens: ['create'] })

export default async function Organisations({ searchParams }: InView) {
  const at = paths.organisations()
  const asked = view.read(await searchParams)
  const { find, after, before, open } = asked
  const [page, reason] = await Promise.all([onPage((door) => door.organisations.list({ find, after, before })), reasonNot('organisations.create', 'create organisations')])
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Organisations" says={<p>Who is billed. Each holds its tenants.</p>} action={open === null && <Opener href={view.href(at, asked, { open: 'create' })} reason={reason}>Create organisation</Opener>}>
      <Beside panel={open === 'create' && <Panel id="create" title="Create organisation" closeTo={view.href(at, asked, { open: null })}><OrganisationForm whyNot={reason} /></Panel>}>
        <FilterBar label="Filter organisations" find={{ says: 'Name or title' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'organisation')} />
        <Rows
          asFile={(form) => paths.list('organisations', form, null, { find })} what="organisations" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)}
          none={<Region title="No organisations yet"><p>An organisation is who is billed. It holds tenants, and they hold namespaces.</p></Region>}
        >
          <OrganisationTable organisations={page.rows} />
        </Rows>
      </Beside>
    </Screen>
  )
}
