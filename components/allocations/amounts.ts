import { formatAmount } from '~/components/quotas/amount'

const short: Record<string, string> = { 'nvidia.com/gpu': 'GPU', 'amd.com/gpu': 'GPU', cpu: 'CPU' }
/** What people call a resource. */
export const resourceWord = (resource: string): string => short[resource] ?? resource

/** "4 GPUs, 16 cores, memory 64 GiB": the devices first, and nothing that is nought. */
export function sayAmounts(amounts: readonly (readonly [resource: string, amount: string])[]): string {
  const isGpu = (resource: string) => resource.endsWith('/gpu')
  const said = [...amounts].filter(([, amount]) => amount !== '0').sort(([one], [other]) => Number(isGpu(other)) - Number(isGpu(one)) || (one < other ? -1 : 1)).map(([resource, amount]) => {
    const figure = formatAmount(resource, amount)
    return isGpu(resource) ? `${figure} GPU${amount === '1' ? '' : 's'}` : resource === 'cpu' ? figure : `${resource} ${figure}`
  })
  return said.length === 0 ? 'nothing' : said.join(', ')
}
