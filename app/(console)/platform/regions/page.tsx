import type { Metadata } from 'next'
import { RegionForm } from '~/components/regions/region-form'
import { RegionTable } from '~/components/regions/region-table'
import { paths } from '~/components/shell/paths'
import { Beside, Panel } from '~/components/ui/panel'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPage } from '~/server/api/caller'
import { Opener, reasonNot } from '../../deeds'
import type { InView } from '../../in-view'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Regions · Platform' }
const view = viewOf({ opens: ['create'] })

export default async function Regions({ searchParams }: InView) {
  const { open } = view.read(await searchParams)
  const [regions, reason] = await Promise.all([onPage((door) => door.regions.list({})), reasonNot('regions.add', 'add regions')])
  return (
    <Screen title="Regions" says={<p>Where work may run, and whose law holds there.</p>} action={open === null && <Opener href={paths.addRegion()} reason={reason}>Add region</Opener>}>
      <Beside panel={open === 'create' && <Panel id="create" title="Add region" closeTo={paths.regions()}><RegionForm whyNot={reason} /></Panel>}>
        {regions.length === 0
          ? <Region title="No regions yet"><p>A tenant is allowed in regions, and nowhere else. Add the first one.</p></Region>
          : <RegionTable regions={regions} />}
      </Beside>
    </Screen>
  )
}
