import type { Metadata } from 'next'
import { DecideRequest } from '~/components/requests/decide-request'
import { askOf } from '~/components/requests/request'
import { RequestPage } from '~/components/requests/request-page'
import { RequestState } from '~/components/requests/request-state'
import { WithdrawRequest } from '~/components/requests/withdraw-request'
import { Crumb } from '~/components/shell/crumb'
import { me, onPage } from '~/server/api/caller'
import { requestRefusals } from '~/server/requests/request.refusals'
import { reasonNot } from '../../../deeds'
import { Screen } from '../../../screen'

export const metadata: Metadata = { title: 'Request · Platform' }

export default async function Request({ params }: { params: Promise<{ request: string }> }) {
  const { request: id } = await params
  const [[request, regions], { person }, approve, refuse, withdraw] = await Promise.all([
    onPage((door) => Promise.all([door.requests.read({ request: id }), door.regions.list({})])), me(), reasonNot('requests.approve', 'approve this'), reasonNot('requests.refuse', 'refuse this'),
    reasonNot('requests.withdraw', 'withdraw this'),
  ])
  const ask = askOf(request)
  const isOwn = request.requestedBy.person === person
  const verdict = request.ifApproved && `${requestRefusals[request.ifApproved].says} ${requestRefusals[request.ifApproved].fix}`
  return (
    <Screen title={ask} says={<RequestState state={request.state} />}>
      <Crumb says={request.subject} />
      <RequestPage request={request} known={regions}>
        {request.state === 'open' && (
          <>
            <DecideRequest
              request={id} terms={request.terms} ask={ask} whyNot={{ approve: approve ?? verdict, refuse: refuse ?? (isOwn ? verdict : null) }}
              consequence={`${request.payload.title} is made with isolation ${request.payload.isolationLevel}, in ${request.payload.regions.join(', ')}. ${request.payload.admin} becomes its admin. It holds no capacity yet.`}
            />
            {isOwn && <WithdrawRequest request={id} ask={ask} whyNot={withdraw} />}
          </>
        )}
      </RequestPage>
    </Screen>
  )
}
