import type { Metadata } from 'next'
import { PersonTable } from '~/components/people/person-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPageIfAllowed } from '~/server/api/caller'
import { Barred, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'People · Platform' }
const view = viewOf({ filters: { find: 'text' } })

export default async function People({ searchParams }: InView) {
  const at = paths.people()
  const asked = view.read(await searchParams)
  const { find, after, before } = asked
  const page = await onPageIfAllowed((door) => door.people.list({ find, after, before }))
  if (page === null) return <Screen title="People"><Barred action="people.list" deed="see who is known here" /></Screen>
  const [disable, enable, endSessions, reset] = await Promise.all([
    reasonNot('people.disable', 'keep people out'), reasonNot('people.enable', 'let people in again'), reasonNot('people.endSessions', 'end others’ sessions'), reasonNot('people.reset', 'reset passwords'),
  ])
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="People" says={<p>Everybody who is known here. What they hold in a tenant is the tenant’s to know.</p>}>
      <FilterBar label="Filter people" find={{ says: 'Name or e-mail' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'person').replace(/persons$/, 'people')} />
      <Rows asFile={(form) => paths.list('people', form, null, { find })} what="people" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="Nobody yet"><p>Nobody is known here.</p></Region>}>
        <PersonTable people={page.rows} whyNot={{ disable, enable, endSessions, reset }} />
      </Rows>
    </Screen>
  )
}
