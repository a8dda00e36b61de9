import type { Metadata } from 'next'
import { PlatformFigures } from '~/components/tenants/platform-figures'
import { RequestTable } from '~/components/requests/request-table'
import { paths } from '~/components/shell/paths'
import { IsolationShares } from '~/components/tenants/isolation-shares'
import { TenantTable } from '~/components/tenants/tenant-table'
import { Link } from '~/components/ui/link'
import { me, onPage } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Screen } from '../screen'

export const metadata: Metadata = { title: 'Overview · Platform' }
const shownRows = 5

/** The home of who runs the platform and of who watches it: what there is, what waits, what stands still. */
export default async function Platform() {
  const [summary, waiting, frozen] = await onPage((door) => Promise.all([
    door.tenants.summarise({}),
    door.requests.list({ find: null, state: 'open', organisation: null, ...firstPage }),
    door.tenants.list({ sort: 'tenant', descending: false, find: null, organisation: null, isolationLevel: null, state: 'frozen', ...firstPage }),
  ]))
  const { platformRoles } = await me()
  const watches = platformRoles.includes('auditor')
  return (
    <Screen title="Platform" says={<p>{watches ? 'What there is to watch. What happened is in the ' : 'What there is to run. What was asked for is in the '}<Link href={watches ? paths.platformAudit() : paths.requests()}>{watches ? 'record' : 'requests'}</Link>.</p>}>
      <PlatformFigures summary={summary} />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="waiting">
        <h2 id="waiting" className="text-section">Waiting for approval</h2>
        {waiting.rows.length === 0 ? <p>Nothing waits.</p> : <RequestTable requests={waiting.rows.slice(0, shownRows)} now={new Date()} />}
        {waiting.rows.length > shownRows && <p><Link href={paths.requests()}>All open requests</Link></p>}
      </section>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="isolation">
        <h2 id="isolation" className="text-section">Tenants by isolation</h2>
        <IsolationShares levels={summary.levels} />
      </section>
      {frozen.rows.length > 0 && (
        <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="frozen">
          <h2 id="frozen" className="text-section">Frozen</h2>
          <TenantTable tenants={frozen.rows.slice(0, shownRows)} />
        </section>
      )}
    </Screen>
  )
}
