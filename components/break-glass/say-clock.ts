import { minutesAndSeconds } from '~/components/ui/time'
import type { GlassStanding } from '~/server/break-glass/decide-break-glass'

type Times = { readonly standing: GlassStanding; readonly opensAt: string; readonly until: string }
/** What its clock says, and whether it has run out: then it is something else by now. Nobody's clock but the server's opens or closes it. */
export function sayClock({ standing, opensAt, until }: Times, now: number): { says: string; isRunOut: boolean } | null {
  if (standing === 'over') return null
  const left = Date.parse(standing === 'waits' ? opensAt : until) - now
  return { says: standing === 'waits' ? `Opens in ${minutesAndSeconds(left)}` : `Open, ${minutesAndSeconds(left)} left`, isRunOut: left <= 0 }
}
