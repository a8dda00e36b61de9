import { AllocationForm } from '~/components/allocations/allocation-form'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Region } from '~/components/ui/region'
import { onPage } from '~/server/api/caller'
import { reasonNot } from '../../../../deeds'
import { Screen } from '../../../../screen'
import { type InTenant, titled } from '../../in-tenant'
import { reachableNamespaces } from '../reachable-namespaces'

export const generateMetadata = titled('Ask for GPUs · Allocations')

export default async function AskForGpus({ params }: InTenant) {
  const { tenant } = await params
  const [{ title, frozenAt }, regions] = await onPage((door) => Promise.all([door.tenants.read({ tenant }), door.regions.list({})]))
  const namespaces = await reachableNamespaces(tenant)
  const reason = await reasonNot('allocations.create', 'ask for GPUs', { tenant, isFrozen: frozenAt !== null })
  return (
    <Screen title="Ask for GPUs" frozenAt={frozenAt} says={<p>In {title}. What would happen is said while you type, and nothing is kept until you ask.</p>}>
      <Crumb says="Ask for GPUs" />
      {namespaces?.length === 0
        ? <Region title="Nowhere to run yet"><p>Work runs in a namespace, and there is none that you reach. <Link href={paths.namespaces(tenant)}>Namespaces</Link></p></Region>
        : <AllocationForm tenant={tenant} namespaces={namespaces} regions={regions} whyNot={reason} />}
    </Screen>
  )
}
