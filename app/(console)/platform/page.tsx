import type { Metadata } from 'next'
import { whyNot } from '~/components/shell/why-not'
import { TenantTable } from '~/components/tenants/tenant-table'
import { commandsAreCarriedOut, me, onPage } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Screen } from '../screen'

export const metadata: Metadata = { title: 'Tenants · Platform' }

export default async function Tenants() {
  const { rows: tenants } = await onPage((door) => door.tenants.list({ find: null, organisation: null, isolationLevel: null, state: null, sort: 'tenant', ...firstPage }))
  const { standing } = await me()
  const engineAnswers = await commandsAreCarriedOut()
  const frozen = tenants.filter(({ frozenAt }) => frozenAt !== null).length
  return (
    <Screen title="Tenants" says={<p>{tenants.length} tenants, {frozen === 0 ? 'none' : frozen} frozen.</p>}>
      <TenantTable
        tenants={tenants}
        whyNot={{ freeze: whyNot('freeze a tenant', { standing: standing('tenants.freeze'), engineAnswers }), thaw: whyNot('thaw a tenant', { standing: standing('tenants.thaw'), engineAnswers }) }}
      />
    </Screen>
  )
}
