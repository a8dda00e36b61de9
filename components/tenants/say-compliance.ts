import type { Regime } from '~/server/tenants/isolation'
import { regimesIn } from './isolation-words'

/** What follows from being under other regimes, before it is signed. */
export function sayCompliance(was: readonly Regime[], is: readonly Regime[]): string {
  const [more, less] = [is.filter((regime) => !was.includes(regime)), was.filter((regime) => !is.includes(regime))]
  const said = [more.length > 0 && `It comes under ${regimesIn(more)}.`, less.length > 0 && `It is no longer under ${regimesIn(less)}.`]
  return [...said, 'From the next event on, the record keeps of it what its levels say of tenants under these.'].filter(Boolean).join(' ')
}
