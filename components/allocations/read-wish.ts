import type { CreateAllocationInput } from '~/server/allocations/create-allocation'
import type { GpuModel } from '~/server/allocations/model'
import { figure } from '~/server/shared/figure'
import { handlePattern } from '~/server/shared/handle'
import { parseQuantity } from '~/server/shared/quantity'
import { modelsWith } from './decide-models'

export const gpuResource = 'nvidia.com/gpu'
export const unsaidPurpose = 'Not said yet.'
/** As it was typed. `by` is how GPUs are chosen: by their models, or by the memory each must have. */
export type AllocationWish = {
  name: string; namespace: string; class: string; pods: string; gpus: string; by: 'models' | 'memory'; models: string; gpuMemory: string; cpu: string; memory: string; region: string; hours: string; costCenter: string; purpose: string; waits: string
}
export type WishField = Exclude<keyof AllocationWish, 'by'>
/** What is known of the place: which GPUs there are, and for how many hours something may be asked for. */
type Known = { readonly models: readonly GpuModel[]; readonly hours: { readonly most: number } }
type WishRead = { readonly input: CreateAllocationInput | null; readonly problems: readonly { readonly field: WishField; readonly says: string }[] }

export const wishLabels: Readonly<Record<WishField, string>> = {
  name: 'Name', namespace: 'Namespace', class: 'Class', pods: 'Pods', gpus: 'GPUs per pod', models: 'Models', gpuMemory: 'Memory per GPU', cpu: 'CPU per pod', memory: 'Memory per pod', region: 'Region', hours: 'Hours', costCenter: 'Cost centre', purpose: 'Purpose', waits: 'Room',
}
const each = { gpus: gpuResource, cpu: 'cpu', memory: 'memory' } as const
const isWhole = (text: string, most: number) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= most
export const modelsIn = (text: string): string[] => text.split(',').map((model) => model.trim()).filter((model) => model !== '')

/** The models that would do; null where what was typed cannot be read, or nothing here has it. */
function readModels({ by, models, gpuMemory }: AllocationWish, known: readonly GpuModel[]): string[] | null {
  if (by === 'models' || gpuMemory === '') return by === 'models' ? modelsIn(models) : []
  const found = isWhole(gpuMemory, 10_000) ? modelsWith(known, gpuMemory) : []
  return found.length === 0 ? null : found
}
function whyNoModels(gpuMemory: string, known: readonly GpuModel[]): string {
  if (!isWhole(gpuMemory, 10_000)) return 'Write a whole number of GiB, such as 40.'
  const most = known.reduce((most, { memory }) => (BigInt(memory) > most ? BigInt(memory) : most), 0n) / 2n ** 30n
  return most === 0n ? 'Which GPUs there are is not known here: choose by model, or leave it open.' : `No GPU that you may use has that much; the largest has ${most} GiB.`
}

/** What was typed, as the door takes it, or what is still to be mended in the order of the form. What only the door can judge is left to it. */
export function readWish(tenant: string, typed: AllocationWish, { models: known, hours }: Known): WishRead {
  const wish = Object.fromEntries(Object.entries(typed).map(([field, text]) => [field, text.trim()])) as AllocationWish
  const amounts = (Object.keys(each) as (keyof typeof each)[]).filter((field) => wish[field] !== '')
  const models = readModels(wish, known)
  const problems = [
    ...(wish.purpose === '' ? [{ field: 'purpose' as const, says: 'Say what it is for.' }] : []),
    ...(handlePattern.test(wish.name) ? [] : [{ field: 'name' as const, says: wish.name === '' ? 'It needs a name, such as fine-tuning.' : 'Write lower-case letters, digits and hyphens, a letter first and no hyphen last, such as fine-tuning.' }]),
    ...(wish.namespace === '' ? [{ field: 'namespace' as const, says: 'Choose where it is to run.' }] : []),
    ...(models === null ? [{ field: 'gpuMemory' as const, says: whyNoModels(wish.gpuMemory, known) }] : []),
    ...amounts.flatMap((field) => {
      const read = parseQuantity(wish[field], each[field])
      return read.ok ? [] : [{ field, says: field === 'gpus' ? 'Write a whole number, such as 1.' : `Write a quantity, such as ${field === 'cpu' ? '8 or 500m' : '32Gi'}.` }]
    }),
    ...(amounts.length === 0 ? [{ field: 'gpus' as const, says: 'Ask for something: GPUs, CPU or memory.' }] : []),
    ...(isWhole(wish.pods, 1_000) ? [] : [{ field: 'pods' as const, says: 'Write a whole number from 1 to 1,000.' }]),
    ...(wish.hours === '' || isWhole(wish.hours, hours.most) ? [] : [{ field: 'hours' as const, says: `Write a whole number from 1 to ${figure(hours.most)}, or nothing.` }]),
  ]
  // Nobody is asked for a yes in the preview, and the purpose decides nothing: it alone may be missing there.
  if (models === null || problems.some(({ field }) => field !== 'purpose')) return { input: null, problems }
  return {
    problems,
    input: {
      tenant, namespace: wish.namespace, name: wish.name, class: wish.class, pods: Number(wish.pods), each: Object.fromEntries(amounts.map((field) => [each[field], wish[field]])),
      models, region: wish.region === '' ? null : wish.region, hours: wish.hours === '' ? null : Number(wish.hours),
      labels: wish.costCenter === '' ? {} : { 'cost-center': wish.costCenter }, purpose: wish.purpose === '' ? unsaidPurpose : wish.purpose, pod: null, claims: [], waits: wish.waits !== '',
    },
  }
}

/** The engine's sentence about what a pod may ask for names the resource that it is about. */
export const fieldOfLimit = (says: string): WishField | undefined => (Object.keys(each) as (keyof typeof each)[]).find((field) => says.split(/[\s,;]+/).includes(each[field]))

const doorFields: Readonly<Record<string, WishField>> = { 'each.nvidia.com/gpu': 'gpus', 'each.cpu': 'cpu', 'each.memory': 'memory', each: 'gpus', labels: 'costCenter', 'labels.cost-center': 'costCenter' }
/** Where in the form the door's word about an input belongs. */
export function wishFieldOf(path: string): WishField | null {
  if (Object.hasOwn(doorFields, path)) return doorFields[path] ?? null
  const [first = ''] = path.split('.')
  return Object.hasOwn(wishLabels, first) ? (first as WishField) : null
}
