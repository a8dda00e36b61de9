import { MemberTable } from '~/components/members/member-table'
import { whoMay } from '~/components/shell/why-not'
import { NotAllowed } from '~/components/ui/not-allowed'
import { me, onPage, onPageIfAllowed } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Screen } from '../../../screen'
import { type InTenant, titled } from '../in-tenant'

export const generateMetadata = titled('Members')

export default async function Members({ params }: InTenant) {
  const { tenant } = await params
  const { title, frozenAt } = await onPage((door) => door.tenants.read({ tenant }))
  const members = await onPageIfAllowed((door) => door.members.list({ tenant, find: null, ...firstPage }))
  const standing = (await me()).standing('members.list', { tenant })
  const people = new Set(members?.rows.map(({ person }) => person)).size
  return (
    <Screen title="Members" frozenAt={frozenAt} says={members && <p>{people === 1 ? 'One person holds' : `${people} people hold`} a role in {title}, or held one.</p>}>
      {members ? <MemberTable members={members.rows} /> : <NotAllowed what="see who holds which role" who={whoMay(standing.may ? [] : standing.roles)} />}
    </Screen>
  )
}
