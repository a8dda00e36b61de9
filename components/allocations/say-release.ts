import type { AllocationState } from '~/server/allocations/decide-life'

type ReleaseWords = { asks: string; done: string }

/** What giving it back comes to, before and after: what waits holds nothing, and nobody is asked about it. */
export function sayRelease(state: AllocationState, name: string, amounts: string): ReleaseWords {
  switch (state) {
    case 'waiting': return { asks: `It waits for ${amounts}, and holds none of it yet: it loses its turn.`, done: `${name} is over. It waits for room no more.` }
    case 'held': return { asks: `It holds ${amounts}. Nothing runs yet: what is promised is given back, and nobody is asked any more.`, done: `${name} is over. What it held is free again.` }
    default: return { asks: `It holds ${amounts}. Running work stops, and what it holds is free for others.`, done: `${name} is over. What it held is free again.` }
  }
}
