import type { Metadata } from 'next'
import { askOf } from '~/components/requests/request'
import { RequestPage } from '~/components/requests/request-page'
import { RequestState } from '~/components/requests/request-state'
import { WithdrawRequest } from '~/components/requests/withdraw-request'
import { Crumb } from '~/components/shell/crumb'
import { me, onPage } from '~/server/api/caller'
import { reasonNot } from '../../../../deeds'
import { Screen } from '../../../../screen'

type Props = { params: Promise<{ tenant: string; request: string }> }
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({ title: `Request · ${(await params).tenant}` })

export default async function Request({ params }: Props) {
  const { tenant, request: id } = await params
  const [[{ frozenAt }, request, regions], { person }, withdraw] = await Promise.all([
    onPage((door) => Promise.all([door.tenants.read({ tenant }), door.requests.readInTenant({ tenant, request: id }), door.regions.list({})])), me(), reasonNot('requests.withdraw', 'withdraw this'),
  ])
  const ask = askOf(request)
  return (
    <Screen title={ask} frozenAt={frozenAt} says={<RequestState state={request.state} />}>
      <Crumb says={request.subject} />
      <RequestPage request={request} known={regions}>
        {request.state === 'open' && request.requestedBy.person === person && <WithdrawRequest request={id} ask={ask} whyNot={withdraw} />}
      </RequestPage>
    </Screen>
  )
}
