import type { Metadata } from 'next'
import { NoticeTable } from '~/components/notices/notice-table'
import { paths } from '~/components/shell/paths'
import { FilterBar } from '~/components/ui/filter-bar'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPage } from '~/server/api/caller'
import type { InView } from '../../in-view'
import { counted, Rows } from '../../rows'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Notices' }
const view = viewOf({ filters: { show: ['unread'] } })

export default async function Notices({ searchParams }: InView) {
  const at = paths.notices()
  const asked = view.read(await searchParams)
  const { show, after, before } = asked
  const until = new Date().toISOString()
  const page = await onPage((door) => door.notices.history({ show: show ?? 'all', after, before }))
  const clear = view.isNarrowed(asked) ? view.cleared(at, asked) : null
  return (
    <Screen title="Notices" says={<p>What you were told, the newest first.</p>}>
      <FilterBar label="Filter notices" choices={[{ name: 'show', says: 'Show', any: 'All', options: { unread: 'Unread' } }]} narrowing={view.narrowing(at, asked)} clear={clear} says={counted(page, 'notice')} />
      <Rows what="notices" rows={page.rows.length} clear={clear} pages={view.pages(at, asked, page)} none={<Region title="No notices yet"><p>What waits for you, was decided about you or ends is told here.</p></Region>}>
        <NoticeTable notices={page.rows} until={until} />
      </Rows>
    </Screen>
  )
}
