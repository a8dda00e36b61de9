import type { Metadata } from 'next'
import { cache } from 'react'
import { CaseTable } from '~/components/cases/case-table'
import { kindWords, linksIn, sayPrecision, sayState, slowedIn } from '~/components/cases/case-words'
import { CloseCase } from '~/components/cases/close-case'
import { LinkTable } from '~/components/cases/link-table'
import { LossTable } from '~/components/cases/loss-table'
import { SeenTable } from '~/components/cases/seen-table'
import { SlowedTable } from '~/components/cases/slowed-table'
import { StepList } from '~/components/cases/step-list'
import { waitsForSignature } from '~/components/cases/step-words'
import { TakeStep } from '~/components/cases/take-step'
import { Crumb } from '~/components/shell/crumb'
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
/** Read once, for the page and for what its window is called. */
const caseRead = cache((id: string) => onPageIfAllowed(async (door) => ({ ...(await door.cases.read({ case: id })), incidents: (await door.incidents.list({ show: 'all', of: id, ...firstPage })).rows })))
const titleOf = ({ case: { tenant, kind } }: NonNullable<Awaited<ReturnType<typeof caseRead>>>) => `${tenant} ${kindWords[kind].says.charAt(0).toLowerCase()}${kindWords[kind].says.slice(1)}`
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => {
  const found = await caseRead((await params).case)
  return { title: `${found === null ? 'Case' : titleOf(found)} · Cases · Platform` }
}

export default async function Case({ params }: Props) {
  const id = (await params).case
  const found = await caseRead(id)
  if (found === null) return <Screen title="Case"><Barred action="cases.read" deed="see how tenants use what they have" /></Screen>
  const { case: one, seen, losses, earlier, rule, steps, idle, spare, back, borrowed, charges, standing, keptUntil, refused, incidents } = found
  const { standing: may } = await me()
  const [mayOpen, readsRecord] = [may('incidents.open').may, may('audit.searchOnPlatform').may]
  const [words, state, now, precision] = [kindWords[one.kind], sayState(one), new Date(), sayPrecision(rule)]
  const [isOpen, links, slowed] = [one.closedAt === null, linksIn(seen), slowedIn(seen)]
  const [notify, ask, shrink, reclaim, preempt, burst, suspend, sign, undo, close] = await Promise.all([
    reasonNot('cases.notify', 'tell a tenant'), reasonNot('cases.ask', 'ask a tenant'), reasonNot('cases.shrink', 'make smaller what is too large'), reasonNot('cases.reclaim', 'reclaim what is idle'), reasonNot('cases.preempt', 'take back what is borrowed'), reasonNot('cases.burst', 'let a tenant borrow less'), reasonNot('cases.suspend', 'suspend new requests'), reasonNot('cases.sign', 'sign a step'), reasonNot('cases.undo', 'undo a step'), reasonNot('cases.close', 'close a case'),
  ])
  const title = titleOf(found)
  return (
    <Screen title={title} says={<p>{words.rule}</p>}>
      <Crumb says={title} />
      <Properties items={[
        { says: 'State', value: <Badge tone={state.tone}>{state.says}</Badge> },
        { says: 'Tenant', value: <Link href={paths.platformTenant(one.tenant)}><span className="name">{one.tenant}</span></Link> },
        { says: 'Opened', value: <Exact at={one.openedAt} /> },
        { says: 'Last seen', value: <Ago at={one.seenAt} now={now} /> },
        { says: 'Rule', value: `Version ${one.version}. ${precision === null ? 'None of its cases was judged yet.' : `It was right in ${precision} that were judged.`}` },
        { says: 'It is wrong if', value: words.wrong },
        ...(keptUntil === null ? [] : [{ says: 'The tenant keeps it', value: <>Until <Exact at={keptUntil} /></> }]),
        ...(incidents.length > 0 ? [{ says: 'Incident', value: incidents.map(({ incident, title }) => <Link key={incident} href={paths.incident(incident)}>{title}</Link>) }] : mayOpen ? [{ says: 'Incident', value: <Link href={paths.openIncident('case', one.case)}>Open incident</Link> }] : []),
        ...(one.closedAt === null ? [] : [{ says: 'Closed', value: <>By {one.closedBy}, <Exact at={one.closedAt} />{one.note !== null && `: ${one.note}`}</> }]),
      ]}
      />
      {one.harm !== null && <Section title="What others lost"><LossTable tenant={one.tenant} harm={one.harm} losses={losses} readsRecord={readsRecord} /></Section>}
      {links.length > 0 && <Section title="What links them"><LinkTable links={links} /></Section>}
      {slowed.length > 0 && <Section title="Whose work did less"><SlowedTable tenant={one.tenant} slowed={slowed} /></Section>}
      <Section title="Evidence"><SeenTable seen={seen} now={now} /></Section>
      {steps.length > 0 && <Section title="What was done"><StepList tenant={one.tenant} steps={steps} now={now} hrefOf={null} may={{ undo, sign }} /></Section>}
      {isOpen && one.state !== 'tried_out' && <Section title="Next step"><TakeStep tenant={one.tenant} id={one.case} isMain={!steps.some(waitsForSignature)} idle={idle} spare={spare} back={back} borrowed={borrowed} charges={charges} standing={standing} now={now.toISOString()} refused={refused.step} whyNot={{ notify, ask, shrink, reclaim, preempt, burst, suspend }} /></Section>}
      {earlier.length > 0 && <Section title="Other cases of this tenant"><CaseTable label="Other cases" cases={earlier} now={now} by="opened" /></Section>}
      {isOpen && <Section title="Close"><CloseCase id={one.case} refused={refused.close} whyNot={close} /></Section>}
    </Screen>
  )
}
