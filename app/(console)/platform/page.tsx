import type { Metadata } from 'next'
import { WaitOnOthers } from '~/components/requests/inbox-empty'
import { RequestTable } from '~/components/requests/request-table'
import { paths } from '~/components/shell/paths'
import { IsolationShares } from '~/components/tenants/isolation-shares'
import { PlatformFigures } from '~/components/tenants/platform-figures'
import { TenantTable } from '~/components/tenants/tenant-table'
import { Link } from '~/components/ui/link'
import { Part } from '~/components/ui/part'
import { Strip } from '~/components/ui/strip'
import { mailIsSent, me, onPage } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Screen } from '../screen'
import { Section } from '../section'

export const metadata: Metadata = { title: 'Overview · Platform' }
const shownRows = 5

/** The home of who runs the platform and of who watches it: what there is, what waits, what stands still. */
export default async function Platform() {
  const summary = await onPage((door) => door.tenants.summarise({}))
  const watches = (await me()).platformRoles.includes('auditor')
  const [says, href, word] = watches ? ['What there is to watch. What happened is in the ', paths.platformAudit(), 'record'] : ['What there is to run. What was asked for is in the ', paths.requests(), 'requests']
  return (
    <Screen title="Platform" says={<p>{says}<Link href={href}>{word}</Link>.</p>}>
      {!mailIsSent() && <Strip tone="info">No mail is sent: MAIL_FROM and SMTP_URL_FILE are not set. Notices are in the console alone.</Strip>}
      <PlatformFigures summary={summary} />
      <Section title="Waiting for approval"><Part title="Waiting for approval"><Waiting open={summary.openRequests} /></Part></Section>
      <Section title="Tenants by isolation"><IsolationShares levels={summary.levels} /></Section>
      {summary.frozen > 0 && <Section title="Frozen"><Part title="Frozen"><Frozen /></Part></Section>}
    </Screen>
  )
}

/** What waits for its reader; of the rest, which the figure above counts too, how much it is. */
async function Waiting({ open }: { open: number }) {
  const { rows } = await onPage((door) => door.requests.list({ find: null, show: 'mine', organisation: null, ...firstPage }))
  if (rows.length === 0) return <p>Nothing waits for you. {open > 0 && <WaitOnOthers count={open} isMore={false} href={paths.requestsOfOthers()} />}</p>
  return (
    <>
      <RequestTable requests={rows.slice(0, shownRows)} isOpen now={new Date()} />
      {rows.length > shownRows && <p><Link href={paths.requests()}>All open requests</Link></p>}
    </>
  )
}

async function Frozen() {
  const { rows } = await onPage((door) => door.tenants.list({ find: null, organisation: null, isolationLevel: null, state: 'frozen', sort: 'tenant', descending: false, ...firstPage }))
  return (
    <>
      <TenantTable tenants={rows.slice(0, shownRows)} />
      {rows.length > shownRows && <p><Link href={paths.frozenTenants()}>All frozen tenants</Link></p>}
    </>
  )
}
