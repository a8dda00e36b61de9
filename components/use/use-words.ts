import { figure } from '~/server/shared/figure'
import type { Manner } from '~/server/use/use'

export const titles = { namespace: 'namespace', model: 'model', person: 'person' } as const satisfies Record<Manner, string>
export const ofRange = { day: 'the last 24 hours', week: 'the last 7 days', month: 'the last 30 days' } as const

/** What it is called: a key of all others, of a model that is not known, and of a person who is not here any more has none. */
export function nameOf(by: Manner, key: string | null, name: string | null): string {
  if (key === null) return 'All others'
  if (name !== null && name !== '') return name
  return by === 'model' ? 'No model known' : 'Somebody who is not here any more'
}
const slotsAnHour = 6
/** "1,234.5": thousandths, or bytes, times slots, as hours of one. */
export const hoursOf = (amount: string, size: number): string => figure(Number(BigInt(amount)) / slotsAnHour / size, 1)
export const money = (amount: string): string => amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
