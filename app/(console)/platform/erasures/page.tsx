import type { Metadata } from 'next'
import { PlatformAskForm } from '~/components/erasures/ask-form'
import { ErasureNow } from '~/components/erasures/erasure-now'
import { ErasureTable } from '~/components/erasures/erasure-table'
import { KeyTable } from '~/components/erasures/key-table'
import { paths } from '~/components/shell/paths'
import { Exact } from '~/components/ui/moment'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { Tabs } from '~/components/ui/tabs'
import { viewOf } from '~/components/ui/view'
import { me, onPageIfAllowed } from '~/server/api/caller'
import type { Page } from '~/server/api/page'
import { erasureRefusals } from '~/server/erasures/erasure.refusals'
import type { ErasureShown } from '~/server/erasures/list-erasures'
import { dataKeyDays, masterDays } from '~/server/keys/decide-renewal'
import { Barred, Opener, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Erasures · Platform' }
const tabs = ['erasures', 'keys'] as const
const words: Record<(typeof tabs)[number], string> = { erasures: 'Erasures', keys: 'Keys' }
const view = viewOf({ opens: ['ask'], tabs })
type Asked = ReturnType<typeof view.read>

export default async function Erasures({ searchParams }: InView) {
  const at = paths.platformErasures()
  const asked = view.read(await searchParams)
  const { open, tab } = asked
  const page = await onPageIfAllowed((door) => door.erasures.listOnPlatform({ of: null, after: tab === 'erasures' ? asked.after : null, before: tab === 'erasures' ? asked.before : null }))
  if (page === null) return <Screen title="Erasures"><Barred action="erasures.listOnPlatform" deed="see what was erased" /></Screen>
  const ask = await reasonNot('erasures.askOnPlatform', 'ask for an erasure')
  return (
    <Screen
      title="Erasures" says={<p>Which tenants’ personal data is to go or is gone, and the keys that it is sealed by.</p>}
      action={open === null && tab === 'erasures' && <Opener href={view.href(at, asked, { open: 'ask' })} reason={ask}>Ask for erasure</Opener>}
    >
      <Beside panel={open !== null && <Panel id="ask" title="Ask for erasure" closeTo={view.href(at, asked, { open: null })}><PlatformAskForm whyNot={ask} /></Panel>}>
        <Tabs label="What is shown" tabs={tabs.map((each) => ({ says: words[each], href: view.href(at, asked, { tab: each }), current: each === tab }))} />
        {tab === 'keys' ? <Keys at={at} asked={asked} /> : <All at={at} asked={asked} page={page} />}
      </Beside>
    </Screen>
  )
}

async function All({ at, asked, page }: { at: string; asked: Asked; page: Page<ErasureShown> }) {
  const [sign, takeBack, { person }] = await Promise.all([reasonNot('erasures.signOnPlatform', 'sign it'), reasonNot('erasures.takeBackOnPlatform', 'take it back'), me()])
  const own = `${erasureRefusals.own_erasure.says} ${erasureRefusals.own_erasure.fix}`
  const onItsWay = page.rows.filter(({ standing }) => standing === 'asked' || standing === 'waits' || standing === 'due')
  return (
    <>
      {onItsWay.map((erasure) => <ErasureNow key={erasure.erasure} erasure={erasure} onPlatform whyNot={{ sign: sign ?? (erasure.askedBy === person ? own : null), takeBack }} />)}
      <Rows what="erasures" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title="Nothing was erased"><p>An admin of the tenant or of the platform asks, somebody else signs, and three days later the tenant’s key is destroyed. What the law wants kept is not erased while a hold stands.</p></Region>}>
        <ErasureTable erasures={page.rows} />
      </Rows>
    </>
  )
}

async function Keys({ at, asked }: { at: string; asked: Asked }) {
  const page = await onPageIfAllowed((door) => door.erasures.keys({ after: asked.after, before: asked.before }))
  if (page === null) return <Barred action="erasures.keys" deed="see the keys" />
  return (
    <>
      <p>{page.masterSince === null ? 'No engine has said yet which master key it has.' : <>The master key is in use since <Exact at={page.masterSince} />. After {masterDays} days a signal says that it is time for another. The engine renews each other key by itself after {dataKeyDays}, and when there is another master key.</>}</p>
      <Rows what="keys" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title="No keys yet"><p>A tenant has a key from the first thing that is recorded of it.</p></Region>}>
        <KeyTable keys={page.rows} />
      </Rows>
    </>
  )
}
