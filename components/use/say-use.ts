import type { UseRead } from '~/server/use/read-use'
import { share } from './prepare-use'
import { hoursOf, money } from './use-words'

/** Whose use it is: a namespace's, the tenant's, or, of whoever does not reach all of it, what they reach. */
export function sayWhose(reach: UseRead['reach'], namespace: string | null, tenant: string): string {
  if (namespace !== null) return namespace
  return reach === '*' ? tenant : reach.length === 1 ? (reach[0] ?? tenant) : `what you reach of ${tenant}`
}

/** The answer in a line: what was charged, how much of it was used, and what it costs. */
export function sayUse({ buckets, total: { sums, spent } }: Pick<UseRead, 'buckets' | 'total'>, whose: string, when: string): string {
  if (buckets.every(({ slots }) => slots === 0)) return `What ${whose} was charged in ${when} is not known: nobody looked.`
  const used = sums.gpuCharged === '0' ? '' : sums.gpuMeasured === '0' ? ', and nobody knows how much of that it used' : ` and used ${share(BigInt(sums.gpuUsed), BigInt(sums.gpuMeasured))} of what was measured`
  return `In ${when} ${whose} was charged ${hoursOf(sums.gpuCharged, 1000)} GPU hours${used}.${spent === null ? '' : ` At the prices of now: ${spent.currency} ${money(spent.total)}.`}`
}
