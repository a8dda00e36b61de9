import type { Metadata } from 'next'
import { paths } from '~/components/shell/paths'
import { TenantTable } from '~/components/tenants/tenant-table'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { onPage } from '~/server/api/caller'
import { Opener, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Rows } from '../../../rows'
import { Screen } from '../../../screen'
import { Section } from '../../../section'

type Props = InView & { params: Promise<{ organisation: string }> }
const view = viewOf({ sorts: ['tenant', 'isolation', 'created'] })
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({ title: `${(await params).organisation} · Organisations · Platform` })

export default async function Organisation({ params, searchParams }: Props) {
  const { organisation } = await params
  const at = paths.organisation(organisation)
  const asked = view.read(await searchParams)
  const { sort, descending, after, before } = asked
  const [{ title, createdAt }, page, reason] = await Promise.all([
    onPage((door) => door.organisations.read({ organisation })),
    onPage((door) => door.tenants.list({ sort, descending, after, before, organisation, find: null, isolationLevel: null, state: null })),
    reasonNot('tenants.request', 'request a tenant'),
  ])
  return (
    <Screen title={title} says={<p>An organisation: who is billed for its tenants.</p>} action={<Opener href={paths.requestTenant(organisation)} reason={reason}>Request tenant</Opener>}>
      <Properties items={[{ says: 'Name', value: <span className="name">{organisation}</span>, copy: organisation }, { says: 'Created', value: <Exact at={createdAt} /> }]} />
      <Section title="Tenants">
        <Rows
          what="tenants" rows={page.rows.length} clear={null} pages={view.pages(at, asked, page)}
          none={<Region title="No tenants yet" level={3}><p>A tenant is asked for, and approved by somebody else with a second factor.</p></Region>}
        >
          <TenantTable tenants={page.rows} sorting={view.sorting(at, asked)} />
        </Rows>
      </Section>
    </Screen>
  )
}
