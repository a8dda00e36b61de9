import type { Nearest } from '~/server/admission/decide-nearest'
import type { Verdict } from '~/server/admission/facts'
import { many } from '~/server/shared/many'
import { gpuResource, type AllocationWish } from './read-wish'

const becomes: Record<Verdict, string> = { admit: 'starts at once', hold: 'needs a yes', refuse: 'cannot be' }

/** One change that gets further: what the button says, and what it writes into the form. Null is a change of something that the form has no field for. */
export function sayNearest(nearest: Nearest, { pods = 1 }: { pods?: number } = {}): { id: string; says: string; becomes: string; part: Partial<AllocationWish> } | null {
  const would = { id: nearest.change, becomes: becomes[nearest.verdict] }
  switch (nearest.change) {
    case 'fewer_pods': return { ...would, id: `${nearest.pods} pods`, says: `Request ${many(nearest.pods, 'pod')}`, part: { pods: String(nearest.pods) } }
    case 'fewer_devices': return nearest.resource === gpuResource ? { ...would, id: `${nearest.amount} devices`, says: `Request ${nearest.amount}${pods === 1 ? '' : ' per pod'}`, part: { gpus: nearest.amount } } : null
    case 'shorter': return { ...would, says: many(nearest.hours, 'hour'), part: { hours: String(nearest.hours) } }
    case 'other_class': return { ...would, id: `class ${nearest.class}`, says: `Class ${nearest.class}`, part: { class: nearest.class } }
    case 'later': return { ...would, becomes: 'begins when there is room', says: 'Wait', part: { waits: 'yes' } }
    case 'other_region': return { ...would, says: nearest.region === null ? 'Any region' : `Region ${nearest.region}`, part: { region: nearest.region ?? '' } }
  }
}
