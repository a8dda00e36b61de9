import { DelegationForm } from '~/components/delegations/delegation-form'
import { DelegationTable } from '~/components/delegations/delegation-table'
import { InvitationForm } from '~/components/invitations/invitation-form'
import { InvitationTable } from '~/components/invitations/invitation-table'
import { BindForm } from '~/components/members/bind-form'
import { GrantForm } from '~/components/members/grant-form'
import { GrantManyForm } from '~/components/members/grant-many-form'
import { GroupTable } from '~/components/members/group-table'
import { MemberTable } from '~/components/members/member-table'
import { noProvider } from '~/components/members/wish'
import { NotThen } from '~/components/past/no-moment'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Link } from '~/components/ui/link'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed, providerChoices } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { counted, Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { thenIn } from '../../../then'
import { reachableNamespaces } from '../allocations/reachable-namespaces'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Members')
const view = viewOf({ filters: { find: 'text' }, opens: ['grant', 'grant-many', 'bind', 'invite', 'delegate'], tabs: ['people', 'groups', 'invitations', 'delegations'] })

const filters = {
  people: { label: 'Filter members', find: { says: 'Name or e-mail' } }, groups: { label: 'Filter groups', find: { says: 'Group or provider' } }, invitations: { label: 'Filter invitations', find: { says: 'E-mail' } },
}

export default async function Members({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const then = await thenIn(tenant, searchParams)
  if (then?.refusal) return <Screen title="Members" then={then} />
  const asOf = then?.at ?? null
  const at = paths.members(tenant)
  const said = view.read(await searchParams)
  // Who was asked in, and who stood in for whom, is not kept of the past.
  const tabs = then ? (['people', 'groups'] as const) : (['people', 'groups', 'invitations', 'delegations'] as const)
  const asked = then ? { ...said, open: null, tab: said.tab === 'groups' ? said.tab : 'people' } as const : said
  const { find, after, before, open, tab } = asked
  const inTenant = await onPage((door) => door.tenants.read({ tenant }), asOf)
  const wanted = { tenant, find, after, before }
  const page = await onPageIfAllowed(async (door) => {
    if (tab === 'delegations') return { tab, ...(await door.delegations.list({ tenant, after, before })) }
    if (tab === 'groups') return { tab, ...(await door.members.listGroups(wanted)) }
    return tab === 'invitations' ? { tab, ...(await door.invitations.list(wanted)) } : { tab, ...(await door.members.list(wanted)) }
  }, asOf)
  if (page === null) return <Screen title="Members" then={then} inTenant={inTenant}>{tab === 'delegations' ? <Barred action="delegations.list" deed="see who decides for whom" tenant={tenant} /> : <Barred action="members.list" deed="see who holds which role" tenant={tenant} />}</Screen>
  const providers = providerChoices()
  const [grant, end, mayBind, unbind, invite, withdraw, delegate, endDelegation] = await Promise.all([
    reasonNot('members.grant', 'give roles', { tenant, inTenant }), reasonNot('members.end', 'end roles', { tenant, inTenant }),
    reasonNot('members.bindGroup', 'give roles to groups', { tenant, inTenant }), reasonNot('members.unbindGroup', 'take roles from groups', { tenant, inTenant }),
    reasonNot('invitations.make', 'invite people', { tenant, inTenant }), reasonNot('invitations.withdraw', 'withdraw invitations', { tenant, inTenant }),
    reasonNot('delegations.begin', 'let somebody decide for you', { tenant, inTenant }), reasonNot('delegations.end', 'end this', { tenant }),
  ])
  const bind = mayBind ?? (providers.length === 0 ? noProvider : null)
  const namespaces = open === null ? [] : await reachableNamespaces(tenant)
  const own = open === 'grant' || open === 'grant-many' ? await onPage((door) => door.roles.list({ tenant })) : []
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  const closeTo = view.href(at, asked, { open: null })
  const now = asOf === null ? new Date() : new Date(asOf)
  const action = open === null && then === null && (tab === 'delegations'
    ? <Opener href={view.href(at, asked, { open: 'delegate' })} reason={delegate}>Let somebody decide</Opener>
    : tab === 'groups'
    ? <Opener href={view.href(at, asked, { open: 'bind' })} reason={bind}>Give role to group</Opener>
    : tab === 'invitations'
      ? <Opener href={view.href(at, asked, { open: 'invite' })} reason={invite}>Invite</Opener>
      : <Opener href={view.href(at, asked, { open: 'grant' })} reason={grant}>Give role</Opener>)
  return (
    <Screen title="Members" then={then} inTenant={inTenant} says={<p>Who holds a role in {inTenant.title}, or held one.</p>} action={action}>
      <Beside
        panel={open !== null && (
          <>
            {open === 'grant' && (
              <Panel id="grant" title="Give role" closeTo={closeTo}>
                <GrantForm tenant={tenant} namespaces={namespaces} own={own} whyNot={grant} />
                <p><Link href={view.href(at, asked, { open: 'grant-many' })}>Give it to many at once</Link></p>
              </Panel>
            )}
            {open === 'grant-many' && <Panel id="grant-many" title="Give role to many" closeTo={closeTo}><GrantManyForm tenant={tenant} namespaces={namespaces} own={own} whyNot={grant} /></Panel>}
            {open === 'delegate' && <Panel id="delegate" title="While you are away" closeTo={closeTo}><DelegationForm tenant={tenant} whyNot={delegate} /></Panel>}
            {open === 'invite' && <Panel id="invite" title="Invite somebody" closeTo={closeTo}><InvitationForm tenant={tenant} namespaces={namespaces} whyNot={invite} /></Panel>}
            {open === 'bind' && <Panel id="bind" title="Give role to group" closeTo={closeTo}><BindForm tenant={tenant} namespaces={namespaces} providers={providers} whyNot={bind} /></Panel>}
          </>
        )}
      >
        <Tabs label="Who" tabs={tabs.map((each) => ({ says: { people: 'People', groups: 'Groups', invitations: 'Invitations', delegations: 'Delegations' }[each], href: view.href(at, asked, { tab: each, open: null }), current: each === tab }))} />
        {then && <NotThen>Invitations, and who decided for whom, are not kept of the past.</NotThen>}
        {page.tab !== 'delegations' && <FilterBar {...filters[page.tab]} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, page.tab === 'invitations' ? 'invitation' : 'role')} />}
        {page.tab === 'delegations' && (
          <Rows what="delegations" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title="Everybody decides for themselves"><p>Whoever is away lets somebody who holds a role here answer what is asked of them.</p></Region>}>
            <DelegationTable tenant={tenant} delegations={page.rows} now={now} whyNot={endDelegation} />
          </Rows>
        )}
        {page.tab === 'invitations' && (
          <Rows what="invitations" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="No invitations yet"><p>Somebody who is not known here yet comes in by a link that you send them.</p></Region>}>
            <InvitationTable tenant={tenant} invitations={page.rows} now={now} whyNot={withdraw} />
          </Rows>
        )}
        {page.tab === 'groups' && (
          <Rows what="groups" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="No groups yet"><p>A group of your provider can hold a role here: whoever is in it has the role, and loses it when they leave.</p></Region>}>
            <GroupTable tenant={tenant} groups={page.rows} providers={providers} now={now} whyNot={unbind} isPast={then !== null} />
          </Rows>
        )}
        {page.tab === 'people' && (
          <Rows asFile={(form) => paths.list('members', form, tenant, { find: asked.find, asOf })} what="members" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="No members yet"><p>Nobody holds a role here.</p></Region>}>
            <MemberTable tenant={tenant} members={page.rows} now={now} whyNot={end} isPast={then !== null} />
          </Rows>
        )}
      </Beside>
    </Screen>
  )
}
