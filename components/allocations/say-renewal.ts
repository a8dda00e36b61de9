import type { Renewal } from '~/server/allocations/decide-renewal'
import type { LatelyUsed } from '~/server/allocations/use'

const measured = (days: number) => (days === 7 ? 'the last seven days' : `the ${days === 1 ? 'one day' : `${days} days`} of the last seven that it was measured`)
const proposed = (hours: number) => (hours === 24 ? 'A day is proposed' : hours === 1 ? '1 hour is proposed' : `${hours} hours are proposed`)
/** Why so many hours are proposed. What is not known is said to be that. */
export function sayRenewal({ hours, because }: Renewal, { gpuUse, days }: LatelyUsed): string {
  if (because === 'not_measured') return `How much of its GPUs it used in the last seven days is not known: no cluster has said. ${proposed(hours)}.`
  if (gpuUse === null) return 'As long as it was given for is proposed, from now.'
  const used = `On ${measured(days)} it used ${Math.round(gpuUse / 10)} % of its GPUs`
  return because === 'under_half' ? `${used}, which is less than half. ${proposed(hours)}: fewer GPUs may do.` : `${used}. As long as it was given for is proposed, from now.`
}
