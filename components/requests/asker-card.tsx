import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Ago } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { Unknown } from '~/components/ui/unknown'
import type { RequestRead } from './request'
import { RequestState } from './request-state'

const share = (thousandths: number) => `${(thousandths / 10).toFixed(0)} %`
const times = (count: number) => (count === 1 ? 'one of their requests' : `${count} of their requests`)

/** Whoever asks, as far as the reader may know. What was not measured is not nothing. */
export function AskerCard({ request: { requestedBy, asker: { last, yoursBefore, use } }, reader, tenant, now }: { request: Pick<RequestRead, 'requestedBy' | 'asker'>; reader: string; tenant: string | null; now: Date }) {
  const relation = requestedBy.person === reader ? 'You: nobody answers what they asked for' : yoursBefore === 0 ? 'Somebody to whom you have not said yes before' : `You have said yes to ${times(yoursBefore)}`
  return (
    <Properties
      items={[
        { says: 'Name', value: requestedBy.name },
        { says: 'To you', value: relation },
        { says: 'GPUs in use', value: use === null ? <Unknown why="What a tenant’s people use is not told on the platform." /> : use.gpuUse === null ? <Unknown why="Nothing that they held was measured in the last 7 days." /> : `${share(use.gpuUse)} of what they held in the last 7 days` },
        {
          says: 'Asked before', value: last.length === 0 ? 'Nothing that you can see' : (
            <ul className="grid gap-3">
              {last.map(({ request, subject, state, byRule, at }) => <li key={request} className="flex flex-wrap items-center gap-x-2 gap-y-0.5"><Link href={tenant === null ? paths.request(request) : paths.tenantRequest(tenant, request)}>{subject}</Link><RequestState state={state} byRule={byRule} /><span className="text-quiet"><Ago at={at} now={now} /></span></li>)}
            </ul>
          ),
        },
      ]}
    />
  )
}
