import { paths } from '~/components/shell/paths'
import { StaffDeedTable } from '~/components/staff/staff-deed-table'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Platform’s staff')
const view = viewOf({})

export default async function Staff({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.tenantStaff(tenant)
  const asked = view.read(await searchParams)
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const page = await onPageIfAllowed((door) => door.staff.listInTenant({ tenant, after: asked.after, before: asked.before }))
  if (page === null) return <Screen title="Platform’s staff" inTenant={inTenant}><Barred action="staff.listInTenant" deed="see what the platform’s staff did here" tenant={tenant} /></Screen>
  return (
    <Screen title="Platform’s staff" inTenant={inTenant} says={<p>What whoever runs the platform looked at or changed in this tenant. Who it was is shown by the end of an id: the same person has the same. Ask the platform about any of it by its reference.</p>}>
      <Rows what="deeds" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title="Nothing yet"><p>As soon as somebody of the platform opens something of this tenant, or changes something in it, it stands here.</p></Region>}>
        <StaffDeedTable tenant={tenant} deeds={page.rows} />
      </Rows>
    </Screen>
  )
}
