import type { Region } from '~/components/regions/region-names'
import { Timeline } from '~/components/ui/timeline'
import { prepareSteps } from './prepare-steps'
import type { RequestShown } from './request'
import { RequestFacts } from './request-facts'

/** What is asked for beside the way it goes; what the reader may do about it stands under the way. */
export function RequestPage({ request, known, children }: { request: RequestShown; known: readonly Region[]; children: React.ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-6 xl:flex-row">
      <section className="grid w-full min-w-0 flex-1 grid-cols-[minmax(0,1fr)] gap-3" aria-labelledby="asked">
        <h2 id="asked" className="text-section">What would be made</h2>
        <RequestFacts request={request} known={known} />
      </section>
      <section className="grid w-full gap-4 rounded-panel border border-line bg-panel p-4 xl:w-96" aria-labelledby="way">
        <h2 id="way" className="text-section">Its way</h2>
        <Timeline label="Steps" steps={prepareSteps(request)} />
        {children}
      </section>
    </div>
  )
}
