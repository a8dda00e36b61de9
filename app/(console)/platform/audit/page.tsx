import type { Metadata } from 'next'
import { recordView, RecordTable } from '~/components/audit/record-table'
import { paths } from '~/components/shell/paths'
import { onPageIfAllowed } from '~/server/api/caller'
import { Barred } from '../../deeds'
import type { InView } from '../../in-view'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Audit · Platform' }

export default async function PlatformAudit({ searchParams }: InView) {
  const asked = recordView.read(await searchParams)
  const { tab: stream, after, before } = asked
  const page = await onPageIfAllowed((door) => door.audit.listPlatform({ stream, after, before }))
  if (page === null) return <Screen title="Audit"><Barred action="audit.listPlatform" deed="read the platform’s record" /></Screen>
  return (
    <Screen title="Audit" says={<p>What belongs to no one tenant: sign-ins, who was turned away at the door, deeds on the platform. Reading it is recorded, too.</p>}>
      <RecordTable at={paths.platformAudit()} asked={asked} page={page} names={{}} />
    </Screen>
  )
}
