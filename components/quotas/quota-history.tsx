import { StepsFigure } from '~/components/charts/steps-figure'
import { type LimitVersion, prepareHistory } from './prepare-history'

/** What a limit was, drawn and as a table. */
export function QuotaHistory({ namespace, resource, versions, now }: { namespace: string; resource: string; versions: readonly LimitVersion[]; now: string }) {
  return <StepsFigure {...prepareHistory(resource, versions, now)} file={`limit of ${resource.replaceAll('/', '-')} in ${namespace}`} />
}
