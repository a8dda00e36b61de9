import type { Metadata } from 'next'
import { Unwitnessed } from '~/components/audit/log-line'
import { KeyTable } from '~/components/erasures/key-table'
import { DueTable } from '~/components/security/due-table'
import { SecurityFigures } from '~/components/security/security-figures'
import { ShutOutTable } from '~/components/security/shut-out-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { Unknown } from '~/components/ui/unknown'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Security · Platform' }
const tabs = ['figures', 'out', 'due', 'keys'] as const
const words: Record<(typeof tabs)[number], string> = { figures: 'Over time', out: 'Shut out', due: 'What falls due', keys: 'Keys' }
const view = viewOf({ filters: { range: ['day', 'month'], show: ['all'] }, tabs })
type Asked = ReturnType<typeof view.read>
type Shown = { at: string; asked: Asked }

export default async function Security({ searchParams }: InView) {
  const at = paths.platformSecurity()
  const asked = view.read(await searchParams)
  const { tab } = asked
  const Part = { figures: Figures, out: Out, due: Falls, keys: Keys }[tab]
  return (
    <Screen title="Security" says={<p>How often what is watched for happened, who is shut out for a while, and what falls due.</p>}>
      <Unwitnessed log={await onPage((door) => door.audit.log({}))} />
      <Tabs label="What is shown" tabs={tabs.map((each) => ({ says: words[each], href: view.href(at, asked, { tab: each, range: null, show: null }), current: each === tab }))} />
      <Part at={at} asked={asked} />
    </Screen>
  )
}

async function Figures({ at, asked }: Shown) {
  const range = asked.range ?? 'week'
  const read = await onPageIfAllowed((door) => door.security.figures({ range }))
  if (read === null) return <Barred action="security.figures" deed="see how often what is watched for happened" />
  return (
    <>
      <FilterBar label="Filter figures" narrowing={view.narrowing(at, { ...asked, show: null })} clear={null} choices={[{ name: 'range', says: 'How long', any: '7 days', options: { day: '24 hours', month: '30 days' } }]} />
      <SecurityFigures key={range} read={read} />
    </>
  )
}

async function Out({ at, asked }: Shown) {
  const { after, before, show } = asked
  const page = await onPageIfAllowed((door) => door.security.shutOuts({ show: show ?? 'out', after, before }))
  if (page === null) return <Barred action="security.shutOuts" deed="see who is shut out" />
  const letIn = await reasonNot('security.letIn', 'let somebody in again')
  return (
    <>
      <p>Whoever fails too often may not try again for a while. Their sessions go on, and a passkey signs them in all the same. A token that floods is not answered for a while, nor is an address that does, except to whoever has a session or a token of their own there.</p>
      <FilterBar label="Filter who is shut out" narrowing={view.narrowing(at, { ...asked, range: null })} clear={null} says={counted(page, 'row')} choices={[{ name: 'show', says: 'Which', any: 'Shut out now', options: { all: 'All of the last day' } }]} />
      <Rows what="who is shut out" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title={show === null ? 'Nobody is shut out' : 'Nobody was shut out in the last day'}><p>Five wrong passwords of one account from one place shut that account out there for ten minutes, and most of a minute of flooding a token for one.</p></Region>}>
        <ShutOutTable shutOuts={page.rows} whyNot={letIn} now={new Date()} />
      </Rows>
    </>
  )
}

async function Falls() {
  const read = await onPageIfAllowed((door) => door.security.due({}))
  if (read === null) return <Barred action="security.due" deed="see what falls due" />
  return (
    <>
      <p>Until <Exact at={read.until} />: erasures that were signed, months of the record past retention, the reviews that the platform decides, and the keys.{read.more && ' Of each the first 50 are shown.'}</p>
      {read.due.length === 0 ? <Region title="Nothing falls due"><p>For the coming quarter of a year nothing has a date.</p></Region> : <DueTable due={read.due} />}
    </>
  )
}

async function Keys({ at, asked }: Shown) {
  const page = await onPageIfAllowed(async (door) => ({ keys: await door.erasures.keys({ after: asked.after, before: asked.before }), due: await door.security.due({}) }))
  if (page === null) return <Barred action="erasures.keys" deed="see the keys" />
  const { keys, due } = page
  return (
    <>
      <Properties
        items={[
          { says: 'Master key in use since', value: due.masterSince === null ? <Unknown why="No engine has said yet which master key it has." /> : <Exact at={due.masterSince} /> },
          { says: 'Keys of tenants and the platform', value: String(due.keys) },
          { says: 'Still wrapped by an earlier master key', value: due.masterSince === null ? <Unknown why="No engine has said yet which master key it has." /> : String(due.oldKeys) },
        ]}
      />
      <Rows what="keys" rows={keys.rows.length} clear={null} pages={view.pages(at, asked, keys)} none={<Region title="No keys yet"><p>A tenant has a key from the first thing that is recorded of it.</p></Region>}>
        <KeyTable keys={keys.rows} />
      </Rows>
    </>
  )
}
