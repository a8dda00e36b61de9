import type { Tone } from '~/components/ui/badge'
import type { HarmWord } from '~/server/cases/decide-harm'
import type { HarmShown, LossShown } from '~/server/cases/list-cases'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'

/** GPU minutes as GPU hours: what is less than ten to a tenth, and more than that to whole ones. */
export function sayHours(minutes: string): string {
  const hours = Number(minutes) / 60
  return hours > 0 && hours < 0.05 ? '< 0.1' : figure(hours, hours < 10 ? 1 : 0)
}

/** What a case cost others, in a sentence; null where it was never reckoned. */
export function sayHarm(harm: HarmShown): string | null {
  if (harm === null) return null
  const { minutes, wishes, atLeast } = harm
  if (wishes === 0) return atLeast ? 'Others lost nothing that is known.' : 'Others lost nothing.'
  const hours = Number(minutes) < 60 ? many(Number(minutes), 'GPU minute') : `${sayHours(minutes)} GPU ${sayHours(minutes) === '1' ? 'hour' : 'hours'}`
  return `Others lost ${atLeast ? 'at least' : 'about'} ${hours}; ${many(wishes, 'wish', 'wishes')} would have been admitted.`
}
/** What it rests on, and what is not in it. */
export function sayRests(harm: NonNullable<HarmShown>, shown: number): string[] {
  const { wishes, gaps } = harm
  return [
    ...(wishes > shown ? [`These are the ${figure(shown)} that lost most.`] : []),
    ...(gaps > 0 ? [`${many(gaps, 'decision')} could not be made again, and ${gaps === 1 ? 'counts' : 'count'} nothing.`] : []),
  ]
}

export const lossWords: Readonly<Record<LossShown['was'], { says: string; tone: Tone }>> = { kept_out: { says: 'Found no room', tone: 'notice' }, pushed_aside: { says: 'Lost its place', tone: 'danger' } }
/** What a tenant is told of what its own case cost others. */
export const ownHarmWords: Readonly<Record<HarmWord, string>> = { none: 'Nobody else waited because of it, as far as is known.', some: 'Others waited because of it.', much: 'Others waited long because of it.' }
