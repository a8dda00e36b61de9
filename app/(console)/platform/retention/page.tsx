import type { Metadata } from 'next'
import { fieldsOf, numberOf } from '~/components/allocations/saw'
import { MonthTable } from '~/components/retention/month-table'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Ago, Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPageIfAllowed } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Barred } from '../../deeds'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Retention · Platform' }
const view = viewOf({})

export default async function Retention({ searchParams }: InView) {
  const at = paths.retention()
  const asked = view.read(await searchParams)
  const { after, before } = asked
  const page = await onPageIfAllowed(async (door) => ({ months: await door.retention.list({ after, before }), policy: await door.policies.readOnPlatform({ kind: 'retention' }), holds: await door.holds.list({ show: 'standing', ...firstPage }) }))
  if (page === null) return <Screen title="Retention"><Barred action="retention.list" deed="see how long the record is kept" /></Screen>
  const { months, policy, holds } = page
  const said = fieldsOf(policy.body)
  const current = policy.versions.find(({ state }) => state === 'in_force')
  const [newest] = months.rows
  return (
    <Screen title="Retention" says={<p>How long the record is kept. A month past retention is written out, read back, and only then taken out of the database; what is held, or has no directory to go to, stays. {newest && <>Last looked at <Ago at={newest.lookedAt} now={new Date()} />.</>}</p>}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Properties
          items={[
            { says: 'Kept for', value: <>{numberOf(said.days)} days after the end of each month. <Link href={paths.platformPolicy('retention')}>Change it</Link></> },
            { says: 'Because', value: typeof said.reason === 'string' ? said.reason : '' },
            { says: 'Said', value: current ? <><Exact at={current.since} />{current.person !== null && ` by ${policy.names[current.person] ?? 'somebody who is no longer here'}`}</> : 'By the product, until somebody says otherwise' },
            { says: 'Held', value: <Link href={paths.holds()}>{counted(holds, 'hold')}</Link> },
          ]}
        />
        <Rows what="months" rows={months.rows.length} clear={null} pages={view.pages(at, asked, months)} none={<Region title="Nobody has looked yet"><p>While an engine runs, the months are looked at once a minute.</p></Region>}>
          <MonthTable months={months.rows} />
        </Rows>
      </div>
    </Screen>
  )
}
