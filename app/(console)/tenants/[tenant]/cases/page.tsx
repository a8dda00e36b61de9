import { OwnCaseTable } from '~/components/cases/own-case-table'
import { paths } from '~/components/shell/paths'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Cases')
const view = viewOf({})

export default async function Cases({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const at = paths.tenantCases(tenant)
  const asked = view.read(await searchParams)
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const page = await onPageIfAllowed((door) => door.cases.listInTenant({ tenant, after: asked.after, before: asked.before }))
  if (page === null) return <Screen title="Cases" inTenant={inTenant}><Barred action="cases.listInTenant" deed="see what the platform saw of the tenant" tenant={tenant} /></Screen>
  return (
    <Screen title="Cases" inTenant={inTenant} says={<p>What whoever runs the platform saw in how this tenant uses what it has, and what is done about it.</p>}>
      <Rows what="cases" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)} none={<Region title="No cases"><p>If the platform sees something in how you use what you have, and tells you, it stands here with what was seen. You can answer it.</p></Region>}>
        <OwnCaseTable tenant={tenant} cases={page.rows} now={new Date()} />
      </Rows>
    </Screen>
  )
}
