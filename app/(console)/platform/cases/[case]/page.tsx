import type { Metadata } from 'next'
import { CaseTable } from '~/components/cases/case-table'
import { kindWords, sayPrecision, sayState } from '~/components/cases/case-words'
import { CloseCase } from '~/components/cases/close-case'
import { SeenTable } from '~/components/cases/seen-table'
import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { Ago, Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { me, onPageIfAllowed } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import { Barred, reasonNot } from '../../../deeds'
import { Screen } from '../../../screen'
import { Section } from '../../../section'

type Props = { params: Promise<{ case: string }> }
export const metadata: Metadata = { title: 'Case · Platform' }

export default async function Case({ params }: Props) {
  const id = (await params).case
  const found = await onPageIfAllowed(async (door) => ({ ...(await door.cases.read({ case: id })), incidents: (await door.incidents.list({ show: 'all', of: id, ...firstPage })).rows }))
  if (found === null) return <Screen title="Case"><Barred action="cases.read" deed="see how tenants use what they have" /></Screen>
  const { case: one, seen, earlier, rule, incidents } = found
  const mayOpen = (await me()).standing('incidents.open').may
  const [words, state, now, precision] = [kindWords[one.kind], sayState(one), new Date(), sayPrecision(rule)]
  return (
    <Screen title={`${one.tenant} ${words.says.charAt(0).toLowerCase()}${words.says.slice(1)}`} says={<p>{words.rule}</p>}>
      <Properties items={[
        { says: 'State', value: <Badge tone={state.tone}>{state.says}</Badge> },
        { says: 'Tenant', value: <Link href={paths.platformTenant(one.tenant)}><span className="name">{one.tenant}</span></Link> },
        { says: 'Opened', value: <Exact at={one.openedAt} /> },
        { says: 'Last seen', value: <Ago at={one.seenAt} now={now} /> },
        { says: 'Rule', value: `Version ${one.version}. ${precision === null ? 'None of its cases was judged yet.' : `It was right in ${precision} that were judged.`}` },
        { says: 'It is wrong if', value: words.wrong },
        ...(incidents.length > 0 ? [{ says: 'Incident', value: incidents.map(({ incident, title }) => <Link key={incident} href={paths.incident(incident)}>{title}</Link>) }] : mayOpen ? [{ says: 'Incident', value: <Link href={paths.openIncident('case', one.case)}>Open incident</Link> }] : []),
        ...(one.closedAt === null ? [] : [{ says: 'Closed', value: <>By {one.closedBy}, <Exact at={one.closedAt} />{one.note !== null && `: ${one.note}`}</> }]),
      ]}
      />
      <Section title="Evidence"><SeenTable seen={seen} now={now} /></Section>
      {earlier.length > 0 && <Section title="Other cases of this tenant"><CaseTable label="Other cases" cases={earlier} now={now} /></Section>}
      {one.closedAt === null && <Section title="Close"><CloseCase id={one.case} whyNot={await reasonNot('cases.close', 'close a case')} /></Section>}
    </Screen>
  )
}
