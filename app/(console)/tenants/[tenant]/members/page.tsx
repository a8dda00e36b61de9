import { GrantForm } from '~/components/members/grant-form'
import { MemberTable } from '~/components/members/member-table'
import { paths } from '~/components/shell/paths'
import { whoMay } from '~/components/shell/why-not'
import { FilterBar } from '~/components/ui/filter-bar'
import { NotAllowed } from '~/components/ui/not-allowed'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { me, onPage, onPageIfAllowed } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { counted, Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Members')
const view = viewOf({ filters: { find: 'text' }, opens: ['grant'] })

export default async function Members({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.members(tenant)
  const asked = view.read(await searchParams)
  const { find, after, before, open } = asked
  const { title, frozenAt } = await onPage((door) => door.tenants.read({ tenant }))
  const page = await onPageIfAllowed((door) => door.members.list({ tenant, find, after, before }))
  if (page === null) {
    const standing = (await me()).standing('members.list', { tenant })
    return <Screen title="Members" frozenAt={frozenAt}><NotAllowed what="see who holds which role" who={whoMay(standing.may ? [] : standing.roles)} /></Screen>
  }
  const isFrozen = frozenAt !== null
  const [grant, end] = await Promise.all([reasonNot('members.grant', 'give roles', { tenant, isFrozen }), reasonNot('members.end', 'end roles', { tenant, isFrozen })])
  const namespaces = open === 'grant' ? await onPage((door) => door.namespaces.list({ tenant, find: null, sort: 'name', descending: false, ...firstPage })) : null
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Members" frozenAt={frozenAt} says={<p>Who holds a role in {title}, or held one.</p>} action={open === null && <Opener href={view.href(at, asked, { open: 'grant' })} reason={grant}>Give role</Opener>}>
      <Beside panel={namespaces && <Panel id="grant" title="Give role" closeTo={view.href(at, asked, { open: null })}><GrantForm tenant={tenant} namespaces={namespaces.rows.map(({ name }) => name)} whyNot={grant} /></Panel>}>
        <FilterBar label="Filter members" find={{ says: 'Name or e-mail' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'role')} />
        <Rows what="members" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="No members yet"><p>Nobody holds a role here.</p></Region>}>
          <MemberTable tenant={tenant} members={page.rows} whyNot={end} />
        </Rows>
      </Beside>
    </Screen>
  )
}
