import type { Metadata } from 'next'
import { fieldsOf, numberOf } from '~/components/allocations/saw'
import { GlassForm } from '~/components/break-glass/glass-form'
import { GlassNow } from '~/components/break-glass/glass-now'
import { GlassTable } from '~/components/break-glass/glass-table'
import { paths } from '~/components/shell/paths'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { me, onPageIfAllowed } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { breakGlassRefusals } from '~/server/break-glass/break-glass.refusals'
import { Barred, Opener, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Break-glass · Platform' }
const view = viewOf({ opens: ['ask'] })

export default async function BreakGlass({ searchParams }: InView) {
  const at = paths.breakGlass()
  const asked = view.read(await searchParams)
  const { after, before, open } = asked
  const now = new Date().toISOString()
  const page = await onPageIfAllowed(async (door) => ({ all: await door.breakGlass.list({ show: 'all', after, before }), now: (await door.breakGlass.list({ show: 'now', ...firstPage })).rows, policies: await door.policies.listOnPlatform({}) }))
  if (page === null) return <Screen title="Break-glass"><Barred action="breakGlass.list" deed="see who acted alone" /></Screen>
  const [begin, sign, stop, { person }] = await Promise.all([reasonNot('breakGlass.begin', 'ask to act alone'), reasonNot('breakGlass.sign', 'sign it'), reasonNot('breakGlass.stop', 'stop it'), me()])
  const delay = numberOf(fieldsOf(fieldsOf(page.policies.find(({ kind }) => kind === 'approvals')?.body).breakGlass).delayMinutes)
  const own = `${breakGlassRefusals.own_glass.says} ${breakGlassRefusals.own_glass.fix}`
  return (
    <Screen title="Break-glass" says={<p>What somebody does alone where nobody else is there to allow it: for an hour at most, seen by everybody it concerns, and looked at afterwards.</p>} action={open === null && <Opener href={view.href(at, asked, { open: 'ask' })} reason={begin}>Act alone</Opener>}>
      <Beside panel={open !== null && <Panel id="ask" title="Act alone" closeTo={view.href(at, asked, { open: null })}><GlassForm delayMinutes={delay === 0 ? null : delay} whyNot={begin} /></Panel>}>
        {page.now.map((glass) => <GlassNow key={glass.breakGlass} glass={glass} now={now} whyNot={{ sign: sign ?? (glass.person === person ? own : null), stop }} />)}
        <Rows what="break-glass" rows={page.all.rows.length} clear={null} pages={view.pages(at, asked, page.all)} none={<Region title="Nobody acted alone yet"><p>Where it cannot wait and nobody else is there, an approver or a platform admin says why, and acts when others have had the time to stop it.</p></Region>}>
          <GlassTable glasses={page.all.rows} />
        </Rows>
      </Beside>
    </Screen>
  )
}
