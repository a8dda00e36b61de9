import type { Metadata } from 'next'
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
const view = viewOf({ filters: { find: 'text' }, opens: ['grant', 'invite'], tabs: ['staff', 'invitations'] })

export default async function Staff({ searchParams }: InView) {
  const at = paths.staff()
  const asked = view.read(await searchParams)
  const { find, after, before, open, tab } = asked
  const page = await onPageIfAllowed(async (door) => (tab === 'invitations' ? { tab, ...(await door.invitations.listOnPlatform({ find, after, before })) } : { tab, ...(await door.staff.list({ find, after, before })) }))
  if (page === null) return <Screen title="Staff"><Barred action="staff.list" deed="see who works on the platform" /></Screen>
  const [grant, end, invite, withdraw] = await Promise.all([
    reasonNot('staff.grant', 'give roles on the platform'), reasonNot('staff.end', 'end roles on the platform'), reasonNot('invitations.makeOnPlatform', 'invite people to the platform'), reasonNot('invitations.withdrawOnPlatform', 'withdraw invitations'),
  ])
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  const closeTo = view.href(at, asked, { open: null })
  const now = new Date()
  const action = open === null && (tab === 'invitations'
    ? <Opener href={view.href(at, asked, { open: 'invite' })} reason={invite}>Invite</Opener>
    : <Opener href={view.href(at, asked, { open: 'grant' })} reason={grant}>Give role</Opener>)
  return (
    <Screen title="Staff" says={<p>Who runs the platform, who approves on it, and who watches it.</p>} action={action}>
      <Beside
        panel={open !== null && (
          <>
            {open === 'grant' && <Panel id="grant" title="Give role" closeTo={closeTo}><StaffForm whyNot={grant} /></Panel>}
            {open === 'invite' && <Panel id="invite" title="Invite somebody" closeTo={closeTo}><PlatformInvitationForm whyNot={invite} /></Panel>}
          </>
        )}
      >
        <Tabs label="Who" tabs={(['staff', 'invitations'] as const).map((each) => ({ says: { staff: 'Staff', invitations: 'Invitations' }[each], href: view.href(at, asked, { tab: each, open: null }), current: each === tab }))} />
        <FilterBar label={page.tab === 'invitations' ? 'Filter invitations' : 'Filter staff'} find={{ says: page.tab === 'invitations' ? 'E-mail' : 'Name or e-mail' }} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, page.tab === 'invitations' ? 'invitation' : 'role')} />
        {page.tab === 'invitations' ? (
          <Rows what="invitations" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="No invitations yet"><p>Somebody who is not known here yet comes in by a link that you send them.</p></Region>}>
            <InvitationTable tenant={null} invitations={page.rows} now={now} whyNot={withdraw} />
          </Rows>
        ) : (
          <Rows what="staff" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="Nobody yet"><p>Nobody holds a role on the platform.</p></Region>}>
            <StaffTable staff={page.rows} now={now} whyNot={end} />
          </Rows>
        )}
      </Beside>
    </Screen>
  )
}
