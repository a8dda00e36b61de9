import type { AllocationShown } from '~/server/allocations/allocation'
import type { AskedFor } from '~/server/allocations/asked'
import { type AllocationWish, gpuResource } from './read-wish'

/** What the form is filled with when somebody asks for the same again: as it was written, under the name that it has free by then. */
export function wishAgain({ name, namespace, class: of, pods }: Pick<AllocationShown, 'name' | 'namespace' | 'class' | 'pods'>, asked: AskedFor | null, purpose: string): Record<string, string> {
  const { each = {}, models = [], region = null, hours = null, labels = {}, waits = false } = asked ?? {}
  const said = {
    name, namespace, class: of, pods: String(pods), gpu: each[gpuResource] ?? (asked === null ? '' : '0'), cpu: each.cpu ?? '', memory: each.memory ?? '', model: models.join(', '), region: region ?? '', hours: hours === null ? '' : String(hours), center: labels['cost-center'] ?? '', purpose, waits: waits ? 'yes' : '',
  }
  return Object.fromEntries(Object.entries(said).filter(([, text]) => text !== ''))
}

/** What the form is filled with when somebody changes what they asked for: all of it as it is asked now. */
export function wishNow({ name, namespace, class: of, pods }: Pick<AllocationShown, 'name' | 'namespace' | 'class' | 'pods'>, { each, models, region, hours, labels, waits }: AskedFor, purpose: string): AllocationWish {
  return {
    name, namespace, class: of, pods: String(pods), gpus: each[gpuResource] ?? '', by: 'models', models: models.join(', '), gpuMemory: '', cpu: each.cpu ?? '', memory: each.memory ?? '', region: region ?? '', hours: hours === null ? '' : String(hours),
    costCenter: labels['cost-center'] ?? '', purpose, waits: waits ? 'yes' : '',
  }
}
