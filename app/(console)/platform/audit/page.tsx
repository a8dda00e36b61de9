import type { Metadata } from 'next'
import { RecordTable } from '~/components/audit/record-table'
import { whoMay } from '~/components/shell/why-not'
import { NotAllowed } from '~/components/ui/not-allowed'
import { me, onPageIfAllowed } from '~/server/api/caller'
import { type InRecord, pageAsked } from '../../record-page'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Audit · Platform' }

export default async function PlatformAudit(search: InRecord) {
  const asked = await pageAsked(search)
  const page = await onPageIfAllowed((door) => door.audit.listPlatform(asked))
  if (page === null) {
    const standing = (await me()).standing('audit.listPlatform')
    return <Screen title="Audit"><NotAllowed what="read the platform’s record" who={whoMay(standing.may ? [] : standing.roles)} /></Screen>
  }
  return (
    <Screen title="Audit" says={<p>What belongs to no one tenant: sign-ins, who was turned away at the door, deeds on the platform. Reading it is recorded, too.</p>}>
      <RecordTable at="/platform/audit" stream={asked.stream} page={page} names={{}} />
    </Screen>
  )
}
