import type { Metadata } from 'next'
import { cache } from 'react'
import { Checklist } from '~/components/incidents/checklist'
import { ClockForm } from '~/components/incidents/clock-form'
import { CloseIncident } from '~/components/incidents/close-incident'
import { ContainForm } from '~/components/incidents/contain-form'
import { ContainmentTable } from '~/components/incidents/containment-table'
import { EntryTable } from '~/components/incidents/entry-table'
import { IncidentReport } from '~/components/incidents/incident-report'
import { IncidentClock } from '~/components/incidents/incident-clock'
import { missingWords, searchFor, severityWords, stateWords } from '~/components/incidents/incident-words'
import { NoteForm } from '~/components/incidents/note-form'
import { reportOf } from '~/components/incidents/report'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { viewOf } from '~/components/ui/view'
import { me, onPageIfAllowed } from '~/server/api/caller'
import { playbooks } from '~/server/incidents/incident'
import { Barred, reasonNot } from '../../../deeds'
import type { InView } from '../../../in-view'
import { Screen } from '../../../screen'
import { Section } from '../../../section'

type Props = InView & { params: Promise<{ incident: string }> }
const view = viewOf({ tabs: ['work', 'report'] })
/** Read once, for the page and for what its window is called. */
const incidentRead = cache((id: string) => onPageIfAllowed((door) => door.incidents.read({ incident: id })))
export const generateMetadata = async ({ params, searchParams }: Props): Promise<Metadata> => {
  const [found, { tab }] = [await incidentRead((await params).incident), view.read(await searchParams)]
  return { title: `${found === null ? 'Incident' : titleOf(found.incident, tab)} · Incidents · Platform` }
}
const titleOf = ({ title }: { title: string }, tab: 'work' | 'report') => (tab === 'report' ? `Report: ${title}` : title)

export default async function Incident({ params, searchParams }: Props) {
  const id = (await params).incident
  const { tab } = view.read(await searchParams)
  const found = await incidentRead(id)
  if (found === null) return <Screen title="Incident"><Barred action="incidents.read" deed="see incidents" /></Screen>
  if (tab === 'report') {
    return (
      <Screen title={titleOf(found.incident, tab)} says={<p>Made from what was done, and written by nobody. <Link href={paths.incident(id)}>Back to the incident</Link></p>} action={<a href={paths.incidentFile(id)} download className={buttonClass()}>Download report</a>}>
        <Crumb says={found.incident.title} />
        <IncidentReport report={reportOf(found)} />
      </Screen>
    )
  }
  const { incident: one, containments, steps, entries, missing, check } = found
  const [now, isClosed, isReader] = [new Date(), one.closedAt !== null, (await me()).standing('audit.searchOnPlatform').may]
  const [contain, unlock, thaw, uncordon, keep, tick, tell, note, close] = await Promise.all([
    reasonNot('incidents.lock', 'contain anything'), reasonNot('incidents.unlock', 'unlock a person'), reasonNot('incidents.thaw', 'thaw a tenant'), reasonNot('incidents.uncordon', 'uncordon nodes'), reasonNot('incidents.keep', 'keep it as it is'),
    reasonNot('incidents.tick', 'answer a step'), reasonNot('incidents.tell', 'answer for the authority'), reasonNot('incidents.note', 'add a note'), reasonNot('incidents.close', 'close an incident'),
  ])
  const lifts = { lock: unlock, freeze: thaw, cordon: uncordon, revoke: null }
  return (
    <Screen title={titleOf(one, tab)} says={<p className="whitespace-pre-line">{one.seen}</p>} action={<Link href={paths.incidentReport(one.incident)} className={buttonClass()}>Report</Link>}>
      <Crumb says={one.title} />
      <Properties items={[
        { says: 'State', value: <Badge tone={stateWords[one.state].tone}>{stateWords[one.state].says}</Badge> },
        { says: 'Severity', value: <Badge tone={severityWords[one.severity].tone}>{severityWords[one.severity].says}</Badge> },
        { says: 'Authority', value: <><IncidentClock incident={one} now={now} />{one.answerNote !== null && <span>{one.answeredBy}: {one.answerNote}</span>}</> },
        { says: 'Aware since', value: <><Exact at={one.awareAt} /><span className="text-quiet">and 72 hours until <Exact at={one.dueAt} /></span></> },
        { says: 'Opened', value: <>By {one.openedBy}, <Exact at={one.openedAt} /></> },
        ...(one.case === null ? [] : [{ says: 'From', value: <Link href={paths.case(one.case)}>A case</Link> }]),
        ...(one.signal === null ? [] : [{ says: 'From', value: <Link href={paths.signals()}>A signal</Link> }]),
        ...(isReader ? [{ says: 'Record', value: <Link href={paths.platformAuditOf(one.incident)}>What the record says of this incident</Link> }, { says: 'Investigation', value: <Link href={paths.openInvestigation('incident', one.incident)}>Open one from this incident</Link> }] : []),
        ...(one.closedAt === null ? [] : [{ says: 'Closed', value: <span>By {one.closedBy}, <Exact at={one.closedAt} />: {one.summary}</span> }]),
      ]}
      />
      <Section title="Contain">
        {containments.length > 0 && <ContainmentTable incident={one.incident} containments={containments} isClosed={isClosed} recordOf={isReader ? (each) => paths.platformAuditOf(searchFor(each, one.awareAt)) : null} whyNot={({ kind }) => ({ lift: lifts[kind], keep })} />}
        {containments.length === 0 && isClosed && <p>Nothing was contained.</p>}
        {!isClosed && <ContainForm incident={one.incident} whyNot={contain} />}
      </Section>
      <Section title={`Checklist: ${playbooks[one.playbook].says.toLowerCase()}`}><Checklist incident={one.incident} steps={steps} isClosed={isClosed} whyNot={tick} /></Section>
      {!isClosed && <Section title="Authority"><ClockForm incident={one.incident} now={now.toISOString()} whyNot={tell} /></Section>}
      <Section title="What was done">
        <EntryTable entries={entries} />
        {!isClosed && <NoteForm incident={one.incident} whyNot={note} />}
      </Section>
      {!isClosed && (
        <Section title="Close">
          {missing.length > 0
            ? <ul aria-label="Still to be done" className="grid list-disc gap-1 pl-5">{missing.map((each) => <li key={each}>{missingWords[each]}</li>)}</ul>
            : <p>Nothing is missing{check === null ? '.' : <>: the record was found whole, <Exact at={check.beganAt} />.</>}</p>}
          <CloseIncident incident={one.incident} whyNot={close} />
        </Section>
      )}
    </Screen>
  )
}
