import { BindForm } from '~/components/members/bind-form'
import { GrantForm } from '~/components/members/grant-form'
import { GrantManyForm } from '~/components/members/grant-many-form'
import { GroupTable } from '~/components/members/group-table'
import { MemberTable } from '~/components/members/member-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Link } from '~/components/ui/link'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Barred, Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { counted, Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Members')
const view = viewOf({ filters: { find: 'text' }, opens: ['grant', 'grant-many', 'bind'], tabs: ['people', 'groups'] })

export default async function Members({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.members(tenant)
  const asked = view.read(await searchParams)
  const { find, after, before, open, tab } = asked
  const { title, frozenAt } = await onPage((door) => door.tenants.read({ tenant }))
  const wanted = { tenant, find, after, before }
  const page = await onPageIfAllowed(async (door) => (tab === 'groups' ? { tab, ...(await door.members.listGroups(wanted)) } : { tab, ...(await door.members.list(wanted)) }))
  if (page === null) return <Screen title="Members" frozenAt={frozenAt}><Barred action="members.list" deed="see who holds which role" tenant={tenant} /></Screen>
  const isFrozen = frozenAt !== null
  const [grant, end, bind, unbind] = await Promise.all([
    reasonNot('members.grant', 'give roles', { tenant, isFrozen }), reasonNot('members.end', 'end roles', { tenant, isFrozen }),
    reasonNot('members.bindGroup', 'give roles to groups', { tenant, isFrozen }), reasonNot('members.unbindGroup', 'take roles from groups', { tenant, isFrozen }),
  ])
  const namespaces = open === null ? [] : (await onPage((door) => door.namespaces.list({ tenant, find: null, sort: 'name', descending: false, ...firstPage }))).rows.map(({ name }) => name)
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  const closeTo = view.href(at, asked, { open: null })
  const now = new Date()
  const action = open === null && (tab === 'groups'
    ? <Opener href={view.href(at, asked, { open: 'bind' })} reason={bind}>Give role to group</Opener>
    : <Opener href={view.href(at, asked, { open: 'grant' })} reason={grant}>Give role</Opener>)
  return (
    <Screen title="Members" frozenAt={frozenAt} says={<p>Who holds a role in {title}, or held one.</p>} action={action}>
      <Beside
        panel={open !== null && (
          <>
            {open === 'grant' && (
              <Panel id="grant" title="Give role" closeTo={closeTo}>
                <GrantForm tenant={tenant} namespaces={namespaces} whyNot={grant} />
                <p><Link href={view.href(at, asked, { open: 'grant-many' })}>Give it to many at once</Link></p>
              </Panel>
            )}
            {open === 'grant-many' && <Panel id="grant-many" title="Give role to many" closeTo={closeTo}><GrantManyForm tenant={tenant} namespaces={namespaces} whyNot={grant} /></Panel>}
            {open === 'bind' && <Panel id="bind" title="Give role to group" closeTo={closeTo}><BindForm tenant={tenant} namespaces={namespaces} whyNot={bind} /></Panel>}
          </>
        )}
      >
        <Tabs label="Who" tabs={(['people', 'groups'] as const).map((each) => ({ says: { people: 'People', groups: 'Groups' }[each], href: view.href(at, asked, { tab: each, open: null }), current: each === tab }))} />
        <FilterBar label={page.tab === 'groups' ? 'Filter groups' : 'Filter members'} find={{ says: page.tab === 'groups' ? 'Group or provider' : 'Name or e-mail' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'role')} />
        {page.tab === 'groups' ? (
          <Rows what="groups" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="No groups yet"><p>A group of your provider can hold a role here: whoever is in it has the role, and loses it when they leave.</p></Region>}>
            <GroupTable tenant={tenant} groups={page.rows} now={now} whyNot={unbind} />
          </Rows>
        ) : (
          <Rows what="members" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="No members yet"><p>Nobody holds a role here.</p></Region>}>
            <MemberTable tenant={tenant} members={page.rows} now={now} whyNot={end} />
          </Rows>
        )}
      </Beside>
    </Screen>
  )
}
