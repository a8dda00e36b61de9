import { SignTogether } from '~/components/requests/sign-together'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import { Link } from '~/components/ui/link'
import { Region } from '~/components/ui/region'
import { Strip } from '~/components/ui/strip'
import { viewOf } from '~/components/ui/view'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { togetherMost } from '~/server/requests/decide-together'
import { Barred, reasonNot } from './deeds'
import type { InView } from './in-view'
import { Screen } from './screen'

const view = viewOf({ filters: { marked: { longest: 2000 } } })
const title = 'Review and sign'
const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Those that were marked in a list, on one screen, before one tap signs them; on the platform or in a tenant. */
export async function TogetherInView({ tenant, searchParams }: { tenant: string | null; searchParams: InView['searchParams'] }) {
  const { marked } = view.read(await searchParams)
  const ids = [...new Set((marked ?? '').split(',').filter(isId))].slice(0, togetherMost)
  const [inTenant, together, whyNot] = await Promise.all([
    tenant !== null ? onPage((door) => door.tenants.read({ tenant })) : null,
    ids.length === 0 ? null : onPageIfAllowed((door) => (tenant !== null ? door.requests.readTogetherInTenant({ tenant, requests: ids }) : door.requests.readTogether({ requests: ids }))),
    reasonNot(tenant !== null ? 'requests.approveTogetherInTenant' : 'requests.approveTogether', 'sign these', tenant !== null ? { tenant } : {}),
  ])
  const list = tenant !== null ? paths.tenantRequests(tenant) : paths.requests()
  return (
    <Screen title={title} inTenant={inTenant} says={<p>One tap signs all of these, and nothing else. Each is a yes by itself, with a receipt of its own.</p>}>
      <Crumb says={title} />
      {ids.length === 0 && <Region title="Nothing is marked" action={<Link href={list}>Requests that wait for you</Link>}><p>Mark requests in the list that waits for you, and review them here before you sign.</p></Region>}
      {ids.length > 0 && together === null && <Barred action={tenant !== null ? 'requests.readTogetherInTenant' : 'requests.readTogether'} deed="sign requests" {...(tenant !== null ? { tenant } : {})} />}
      {together && together.missing > 0 && <Strip tone="notice">{together.missing === 1 ? 'One of those that were marked is not there, or not yours to see.' : `${together.missing} of those that were marked are not there, or not yours to see.`}</Strip>}
      {together && <SignTogether key={ids.join()} together={together} tenant={tenant} whyNot={whyNot} />}
    </Screen>
  )
}
