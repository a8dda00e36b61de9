import type { DraftEffect } from '~/server/residency/decide-draft'
import { reasonWords, sayGpus, sayWorks } from './residency-words'

const named = (regions: readonly string[]) => regions.join(', ')
/** What would come of it, one sentence each, what hurts first. */
export function sayDraft({ gained, lost, kept, wouldViolate, wouldBeAllowed }: DraftEffect): string[] {
  const may = [...gained, ...kept].sort()
  return [
    ...wouldViolate.map(({ region, reason, works, gpuMilli }) => `In ${region} ${sayWorks(works)} with ${sayGpus(gpuMilli)} would be where ${works === 1 ? 'it' : 'they'} may not${reason === null ? '' : `: ${reasonWords[reason]}`}.`),
    ...(lost.length > 0 ? [`Nothing new is placed any more in ${named(lost)}.`] : []),
    ...(gained.length > 0 ? [`Work may run in ${named(gained)}, too.`] : []),
    ...wouldBeAllowed.map(({ region, works }) => `In ${region} ${sayWorks(works)} would be where ${works === 1 ? 'it' : 'they'} may.`),
    ...(lost.length === 0 && gained.length === 0 ? ['It may run in the same regions as now.'] : []),
    may.length === 0 ? 'Then its work may run nowhere.' : `Then its work may run in ${named(may)}, and nowhere else.`,
  ]
}
