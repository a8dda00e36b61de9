import type { Metadata } from 'next'
import { cache } from 'react'
import { kindWords, sayState } from '~/components/cases/case-words'
import { ownHarmWords } from '~/components/cases/harm-words'
import { SeenTable } from '~/components/cases/seen-table'
import { StepList } from '~/components/cases/step-list'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Ago, Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { Barred, reasonNot } from '../../../../deeds'
import { Screen } from '../../../../screen'
import { Section } from '../../../../section'

type Props = { params: Promise<{ tenant: string; case: string }> }
/** Read once, for the page and for what its window is called. */
const caseRead = cache((tenant: string, id: string) => onPageIfAllowed((door) => door.cases.readInTenant({ tenant, case: id })))
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const { tenant, case: id } = await params
  const found = await caseRead(tenant, id)
  return { title: `${found === null ? 'Case' : kindWords[found.case.kind].says} · Cases · ${tenant}` }
}

export default async function Case({ params }: Props) {
  const { tenant, case: id } = await params
  const inTenant = await onPage((door) => door.tenants.read({ tenant }))
  const found = await caseRead(tenant, id)
  if (found === null) return <Screen title="Case" inTenant={inTenant}><Barred action="cases.readInTenant" deed="see what the platform saw of the tenant" tenant={tenant} /></Screen>
  const { case: one, seen, steps } = found
  const [words, state, now] = [kindWords[one.kind], sayState(one), new Date()]
  return (
    <Screen title={words.says} inTenant={inTenant} says={<p>{words.rule}</p>}>
      <Crumb says={words.says} />
      <Properties items={[
        { says: 'State', value: <Badge tone={state.tone}>{state.says}</Badge> },
        { says: 'Opened', value: <Exact at={one.openedAt} /> },
        { says: 'Last seen', value: <Ago at={one.seenAt} now={now} /> },
        ...(one.harm === null ? [] : [{ says: 'Others', value: ownHarmWords[one.harm] }]),
        { says: 'It is wrong if', value: words.wrong },
        ...(one.closedAt === null ? [] : [{ says: 'Closed', value: <Exact at={one.closedAt} /> }]),
      ]}
      />
      <Section title="What is done"><StepList tenant={tenant} steps={steps} now={now} hrefOf={(allocation) => paths.allocation(tenant, allocation)} may={{ answer: await reasonNot('cases.answer', 'answer for the tenant', { tenant }) }} /></Section>
      <Section title="What was seen"><SeenTable seen={seen} now={now} /></Section>
    </Screen>
  )
}
