import type { Metadata } from 'next'
import { PlatformDelegationForm } from '~/components/delegations/delegation-form'
import { DelegationTable } from '~/components/delegations/delegation-table'
import { PlatformInvitationForm } from '~/components/invitations/invitation-form'
import { InvitationTable } from '~/components/invitations/invitation-table'
import { paths } from '~/components/shell/paths'
import { StaffForm } from '~/components/staff/staff-form'
import { StaffTable } from '~/components/staff/staff-table'
import { FilterBar } from '~/components/ui/filter-bar'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { onPageIfAllowed } from '~/server/api/caller'
import { Barred, Opener, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Staff · Platform' }
const view = viewOf({ filters: { find: 'text' }, opens: ['grant', 'invite', 'delegate'], tabs: ['staff', 'invitations', 'delegations'] })

export default async function Staff({ searchParams }: InView) {
  const at = paths.staff()
  const asked = view.read(await searchParams)
  const { find, after, before, open, tab } = asked
  const page = await onPageIfAllowed(async (door) => {
    if (tab === 'delegations') return { tab, ...(await door.delegations.listOnPlatform({ after, before })) }
    return tab === 'invitations' ? { tab, ...(await door.invitations.listOnPlatform({ find, after, before })) } : { tab, ...(await door.staff.list({ find, after, before })) }
  })
  const tabs = <Tabs label="Who" tabs={(['staff', 'invitations', 'delegations'] as const).map((each) => ({ says: { staff: 'Staff', invitations: 'Invitations', delegations: 'Delegations' }[each], href: view.href(at, asked, { tab: each, open: null }), current: each === tab }))} />
  if (page === null) return <Screen title="Staff">{tabs}<Barred action="staff.list" deed="see who works on the platform" /></Screen>
  const [grant, end, invite, withdraw, delegate, endDelegation] = await Promise.all([
    reasonNot('staff.grant', 'give roles on the platform'), reasonNot('staff.end', 'end roles on the platform'), reasonNot('invitations.makeOnPlatform', 'invite people to the platform'), reasonNot('invitations.withdrawOnPlatform', 'withdraw invitations'),
    reasonNot('delegations.beginOnPlatform', 'let somebody decide for you'), reasonNot('delegations.endOnPlatform', 'end this'),
  ])
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  const closeTo = view.href(at, asked, { open: null })
  const now = new Date()
  const action = open === null && {
    staff: <Opener href={view.href(at, asked, { open: 'grant' })} reason={grant}>Give role</Opener>,
    invitations: <Opener href={view.href(at, asked, { open: 'invite' })} reason={invite}>Invite</Opener>,
    delegations: <Opener href={view.href(at, asked, { open: 'delegate' })} reason={delegate}>Let somebody decide</Opener>,
  }[tab ?? 'staff']
  return (
    <Screen title="Staff" says={<p>Who runs the platform, who approves on it, and who watches it.</p>} action={action}>
      <Beside
        panel={open !== null && (
          <>
            {open === 'grant' && <Panel id="grant" title="Give role" closeTo={closeTo}><StaffForm whyNot={grant} /></Panel>}
            {open === 'delegate' && <Panel id="delegate" title="While you are away" closeTo={closeTo}><PlatformDelegationForm whyNot={delegate} /></Panel>}
            {open === 'invite' && <Panel id="invite" title="Invite somebody" closeTo={closeTo}><PlatformInvitationForm whyNot={invite} /></Panel>}
          </>
        )}
      >
        {tabs}
        {page.tab !== 'delegations' && <FilterBar label={page.tab === 'invitations' ? 'Filter invitations' : 'Filter staff'} find={{ says: page.tab === 'invitations' ? 'E-mail' : 'Name or e-mail' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, page.tab === 'invitations' ? 'invitation' : 'role')} />}
        {page.tab === 'delegations' && (
          <Rows what="delegations" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title="Everybody decides for themselves"><p>Whoever is away lets somebody who works here answer what is asked of them.</p></Region>}>
            <DelegationTable tenant={null} delegations={page.rows} now={now} whyNot={endDelegation} />
          </Rows>
        )}
        {page.tab === 'invitations' && (
          <Rows what="invitations" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="No invitations yet"><p>Somebody who is not known here yet comes in by a link that you send them.</p></Region>}>
            <InvitationTable tenant={null} invitations={page.rows} now={now} whyNot={withdraw} />
          </Rows>
        )}
        {page.tab === 'staff' && (
          <Rows asFile={(form) => paths.list('staff', form, null, { find })} what="staff" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="Nobody yet"><p>Nobody holds a role on the platform.</p></Region>}>
            <StaffTable staff={page.rows} now={now} whyNot={end} />
          </Rows>
        )}
      </Beside>
    </Screen>
  )
}
