import { figure } from '~/server/shared/figure'
export type Peak = { namespace: string | null; gpu: string | null; cpu: string | null; memory: string | null; hours: number }

export const meteredMeans = 'Of each hour of the last 7 days in which anything was charged, the highest measured use; in 95 of 100 such hours it was no more than this.'

/** Of a moment that has passed. */
export const notKept = { says: '', why: 'What was measured is not kept of the past.' }
/** What was metered of a resource, in GPUs, cores or GiB; or why that is not known, which is not nothing. */
export function prepareMetered(resource: string, peak: Peak | undefined): { says: string; why: string | null } {
  const unknown = (why: string) => ({ says: '', why })
  const of = resource.endsWith('/gpu') ? ('gpu' as const) : resource === 'cpu' || resource === 'memory' ? resource : null
  if (of === null) return unknown(`Clusters do not say how much ${resource} is used.`)
  if (!peak) return unknown('Nothing was charged here in the last 7 days.')
  const most = peak[of]
  return most === null ? unknown('No cluster measured enough of what was charged in the last 7 days.') : { says: figure(Number(most) / (of === 'memory' ? 2 ** 30 : 1000), 1), why: null }
}
