import type { InputOf } from '~/components/shell/answer'
import { parseQuantity } from '~/server/shared/quantity'

export const gpuResource = 'nvidia.com/gpu'
/** As it was typed. */
export type AllocationWish = { name: string; namespace: string; class: string; pods: string; gpus: string; cpu: string; memory: string; models: string; region: string; hours: string; costCenter: string; purpose: string; waits: string }
export type WishField = keyof AllocationWish
export type WishRead = { readonly input: InputOf<'allocations.create'> | null; readonly problems: readonly { readonly field: WishField; readonly says: string }[] }

export const wishLabels: Readonly<Record<WishField, string>> = {
  name: 'Name', namespace: 'Namespace', class: 'Class', pods: 'Pods', gpus: 'GPUs per pod', cpu: 'CPU per pod', memory: 'Memory per pod', models: 'Models', region: 'Region', hours: 'Hours', costCenter: 'Cost center', purpose: 'Purpose', waits: 'Room',
}
const each = { gpus: gpuResource, cpu: 'cpu', memory: 'memory' } as const
const isWhole = (text: string, most: number) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= most

/** What was typed, as the door takes it, or what is still to be mended in the order of the form. What only the door can judge is left to it. */
export function readWish(tenant: string, typed: AllocationWish): WishRead {
  const wish = Object.fromEntries(Object.entries(typed).map(([field, text]) => [field, text.trim()])) as AllocationWish
  const amounts = (Object.keys(each) as (keyof typeof each)[]).filter((field) => wish[field] !== '')
  const problems = [
    ...(wish.name === '' ? [{ field: 'name' as const, says: 'It needs a name, such as fine-tuning.' }] : []),
    ...(wish.namespace === '' ? [{ field: 'namespace' as const, says: 'Choose where it is to run.' }] : []),
    ...(isWhole(wish.pods, 1_000) ? [] : [{ field: 'pods' as const, says: 'Write a whole number from 1 to 1,000.' }]),
    ...amounts.flatMap((field) => {
      const read = parseQuantity(wish[field], each[field])
      return read.ok ? [] : [{ field, says: field === 'gpus' ? 'Write a whole number, such as 1.' : `Write a quantity, such as ${field === 'cpu' ? '8 or 500m' : '32Gi'}.` }]
    }),
    ...(amounts.length === 0 ? [{ field: 'gpus' as const, says: 'Ask for something: GPUs, CPU or memory.' }] : []),
    ...(wish.hours === '' || isWhole(wish.hours, 8_760) ? [] : [{ field: 'hours' as const, says: 'Write a whole number from 1 to 8,760, or nothing.' }]),
    ...(wish.purpose === '' ? [{ field: 'purpose' as const, says: 'Say what it is for.' }] : []),
  ]
  // Nobody is asked for a yes in the preview, and the purpose decides nothing: it alone may be missing there.
  if (problems.some(({ field }) => field !== 'purpose')) return { input: null, problems }
  return {
    problems,
    input: {
      tenant, namespace: wish.namespace, name: wish.name, class: wish.class, pods: Number(wish.pods), each: Object.fromEntries(amounts.map((field) => [each[field], wish[field]])),
      models: wish.models.split(',').map((model) => model.trim()).filter((model) => model !== ''), region: wish.region === '' ? null : wish.region, hours: wish.hours === '' ? null : Number(wish.hours),
      labels: wish.costCenter === '' ? {} : { 'cost-center': wish.costCenter }, purpose: wish.purpose === '' ? 'Not said yet.' : wish.purpose, pod: null, claims: [], waits: wish.waits !== '',
    },
  }
}

const doorFields: Readonly<Record<string, WishField>> = { 'each.nvidia.com/gpu': 'gpus', 'each.cpu': 'cpu', 'each.memory': 'memory', each: 'gpus', labels: 'costCenter', 'labels.cost-center': 'costCenter' }
/** Where in the form the door's word about an input belongs. */
export function wishFieldOf(path: string): WishField | null {
  if (Object.hasOwn(doorFields, path)) return doorFields[path] ?? null
  const [first = ''] = path.split('.')
  return Object.hasOwn(wishLabels, first) ? (first as WishField) : null
}
