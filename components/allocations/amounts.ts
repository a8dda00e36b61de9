import { figureOf, formatAmount } from '~/components/quotas/amount'

const parts = 'nvidia.com/gpu-milli'
const short: Record<string, string> = { 'nvidia.com/gpu': 'GPU', 'amd.com/gpu': 'GPU', [parts]: 'GPU parts', cpu: 'CPU' }
/** What people call a resource. */
export const resourceWord = (resource: string): string => short[resource] ?? resource

type Amount = readonly [resource: string, amount: string]
export const isGpu = (resource: string): boolean => resource.endsWith('/gpu') || resource.endsWith('/gpu-milli')
/** What is looked for first stands first, and where there is no room for all is not what is cut off. */
export const devicesFirst = (one: string, other: string): number => Number(isGpu(other)) - Number(isGpu(one)) || (one < other ? -1 : 1)
/** Whole ones and parts of one together, in thousandths: nobody has two kinds of GPUs because they are written in two ways. */
const gpuMilliIn = (amounts: readonly Amount[]): bigint => amounts.reduce((sum, [resource, amount]) => (resource.endsWith('/gpu') ? sum + BigInt(amount) * 1000n : isGpu(resource) ? sum + BigInt(amount) : sum), 0n)
/** "0.5", "1,200". */
export const gpusIn = (amounts: readonly Amount[]): string => figureOf(parts, String(gpuMilliIn(amounts)))

/** "4 GPUs, 16 cores, memory 64 GiB": the devices first, and nothing that is nought. */
export function sayAmounts(amounts: readonly Amount[]): string {
  const gpus = String(gpuMilliIn(amounts))
  const others = amounts.filter(([resource, amount]) => amount !== '0' && !isGpu(resource)).sort(([one], [other]) => (one < other ? -1 : 1)).map(([resource, amount]) => (resource === 'cpu' ? formatAmount(resource, amount) : `${resource} ${formatAmount(resource, amount)}`))
  const said = [...(gpus === '0' ? [] : [formatAmount(parts, gpus)]), ...others]
  return said.length === 0 ? 'nothing' : said.join(', ')
}
