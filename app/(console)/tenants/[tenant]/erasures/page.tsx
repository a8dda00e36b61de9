import { AskForm } from '~/components/erasures/ask-form'
import { ErasureNow } from '~/components/erasures/erasure-now'
import { ErasureTable } from '~/components/erasures/erasure-table'
import { paths } from '~/components/shell/paths'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { me, onPage, onPageIfAllowed } from '~/server/api/caller'
import { erasureRefusals } from '~/server/erasures/erasure.refusals'
import { Barred, Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Erasures')
const view = viewOf({ opens: ['ask'] })

export default async function Erasures({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.erasures(tenant)
  const asked = view.read(await searchParams)
  const { open, after, before } = asked
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const page = await onPageIfAllowed((door) => door.erasures.list({ tenant, after, before }))
  if (page === null) return <Screen title="Erasures" inTenant={inTenant}><Barred action="erasures.list" deed="see what was erased" tenant={tenant} /></Screen>
  const [ask, sign, takeBack, { person }] = await Promise.all([reasonNot('erasures.ask', 'ask for an erasure', { tenant }), reasonNot('erasures.sign', 'sign it', { tenant }), reasonNot('erasures.takeBack', 'take it back', { tenant }), me()])
  const own = `${erasureRefusals.own_erasure.says} ${erasureRefusals.own_erasure.fix}`
  const onItsWay = page.rows.filter(({ standing }) => standing === 'asked' || standing === 'waits' || standing === 'due')
  return (
    <Screen
      title="Erasures" inTenant={inTenant} says={<p>When {inTenant.title} goes, what is personal in it can be erased for good. The record stays whole, and a signed certificate says what is gone.</p>}
      action={open === null && <Opener href={view.href(at, asked, { open: 'ask' })} reason={ask}>Ask for erasure</Opener>}
    >
      <Beside panel={open !== null && <Panel id="ask" title="Ask for erasure" closeTo={view.href(at, asked, { open: null })}><AskForm tenant={tenant} whyNot={ask} /></Panel>}>
        {onItsWay.map((erasure) => <ErasureNow key={erasure.erasure} erasure={erasure} onPlatform={false} whyNot={{ sign: sign ?? (erasure.askedBy === person ? own : null), takeBack }} />)}
        <Rows what="erasures" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title="Nothing was erased"><p>One admin asks, somebody else signs, and three days later the tenant’s key is destroyed. Until then it can be taken back.</p></Region>}>
          <ErasureTable erasures={page.rows} />
        </Rows>
      </Beside>
    </Screen>
  )
}
