import { AllocationForm } from '~/components/allocations/allocation-form'
import type { AllocationWish } from '~/components/allocations/read-wish'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Region } from '~/components/ui/region'
import { viewOf } from '~/components/ui/view'
import { me, onPage } from '~/server/api/caller'
import { Barred, reasonNot } from '../../../../deeds'
import type { InView } from '../../../../in-view'
import { Screen } from '../../../../screen'
import { type InTenant, titled } from '../../in-tenant'
import { reachableNamespaces } from '../reachable-namespaces'

export const generateMetadata = titled('Request GPUs · Allocations')
/** What an address may bring along: from a refusal, from a full quota, from somebody's message. `gpu` is how many for each pod, `model` which, with commas between. */
const view = viewOf({ panel: { name: 'text', namespace: 'text', pods: 'text', gpu: 'text', model: { longest: 200 }, cpu: 'text', memory: 'text', hours: 'text', class: 'text', region: 'text', center: 'text', purpose: { longest: 500, lines: true }, waits: ['yes'] } })

export default async function RequestGpus({ params, searchParams }: InTenant & InView) {
  const { tenant } = await params
  const asked = view.read(await searchParams)
  const [inTenant, regions] = await onPage((door) => Promise.all([door.tenants.read({ tenant }), door.regions.list({})]))
  const namespaces = await reachableNamespaces(tenant)
  const reason = await reasonNot('allocations.create', 'request GPUs', { tenant, inTenant })
  const wanted = asked.namespace ?? (namespaces?.length === 1 ? (namespaces[0] ?? null) : null)
  // A namespace that is not theirs is not filled in: the address may have been somebody else's.
  const namespace = namespaces === null || namespaces.includes(wanted ?? '') ? wanted : null
  const written: Record<Exclude<keyof AllocationWish, 'by' | 'gpuMemory'>, string | null> = {
    namespace, name: asked.name, pods: asked.pods, gpus: asked.gpu, models: asked.model, cpu: asked.cpu, memory: asked.memory, hours: asked.hours, class: asked.class, region: asked.region, costCenter: asked.center, purpose: asked.purpose, waits: asked.waits,
  }
  const filled: Partial<AllocationWish> = Object.fromEntries(Object.entries(written).filter(([, text]) => text !== null))
  const { standing } = await me()
  const isReached = namespace !== null && standing('allocations.prepare', { tenant, namespace }).may
  const prepared = standing('allocations.prepare', { tenant }).may ? await onPage((door) => door.allocations.prepare({ tenant, namespace: isReached ? namespace : null })) : null
  return (
    <Screen title="Request GPUs" inTenant={inTenant} says={<p>In {inTenant.title}. What would happen is said while you type, and nothing is kept until you ask.</p>}>
      <Crumb says="Request GPUs" />
      {namespaces?.length === 0 && <Region title="Nowhere to run yet"><p>Work runs in a namespace, and there is none that you reach. <Link href={paths.namespaces(tenant)}>Namespaces</Link></p></Region>}
      {namespaces?.length !== 0 && prepared !== null && <AllocationForm tenant={tenant} namespaces={namespaces} regions={regions} prepared={prepared} filled={filled} whyNot={reason} />}
      {namespaces?.length !== 0 && prepared === null && <Barred action="allocations.create" deed="request GPUs" tenant={tenant} />}
    </Screen>
  )
}
