import type { Nudge } from '~/server/allocations/decide-nudges'
import { many } from '~/server/shared/many'


/** What is told. `devices` is all that is asked for; `yeses`, how many people it needs. */
export function sayNudge(nudge: Nudge, { devices, yeses, pods, namespace }: { devices: string; yeses: number; pods: number; namespace: string }): string {
  switch (nudge.nudge) {
    case 'fewer_starts': {
      const approvals = yeses === 1 ? 'an approval' : `${yeses} approvals`
      const { change } = nudge
      if (change.change === 'fewer_pods') return `${change.pods} pod${change.pods === 1 ? ' starts' : 's start'} at once; ${pods} need ${approvals}.`
      const fewer = Number(change.amount) * pods
      return `${fewer} start${fewer === 1 ? 's' : ''} at once; ${devices} need${devices === '1' ? 's' : ''} ${approvals}.`
    }
    case 'same_open': return `The same is ${nudge.wish.state === 'held' ? 'waiting for a yes' : 'waiting for room'} already: ${nudge.wish.name}.`
    case 'idle': return `${many(nudge.gpusInAll, 'GPU')} that you may end ${nudge.gpusInAll === 1 ? 'stands' : 'stand'} idle in ${namespace}.`
    case 'pieces': return `What one person asks for within ${nudge.minutes} minutes is looked at together: another like this needs a yes.`
  }
}
