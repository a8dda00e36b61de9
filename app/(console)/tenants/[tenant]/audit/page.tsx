import { recordView, RecordTable } from '~/components/audit/record-table'
import { paths } from '~/components/shell/paths'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Barred } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Audit')

export default async function Audit({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const asked = recordView.read(await searchParams)
  const { tab: stream, after, before } = asked
  const { frozenAt } = await onPage((door) => door.tenants.read({ tenant }))
  const page = await onPageIfAllowed((door) => door.audit.list({ tenant, stream, after, before }))
  if (page === null) return <Screen title="Audit" frozenAt={frozenAt}><Barred action="audit.list" deed="read the record" tenant={tenant} /></Screen>
  const members = (await onPageIfAllowed((door) => door.members.list({ tenant, find: null, ...firstPage }))) ?? { rows: [] }
  return (
    <Screen title="Audit" frozenAt={frozenAt} says={<p>Every deed and every refusal in {tenant}, in order and without a gap. Reading it is recorded, too.</p>}>
      <RecordTable at={paths.audit(tenant)} asked={asked} page={page} names={Object.fromEntries(members.rows.map(({ person, name }) => [person, name]))} />
    </Screen>
  )
}
