import type { Metadata } from 'next'
import { cache } from 'react'
import { Who } from '~/components/audit/who'
import { CustodyTable, TakenOutTable } from '~/components/investigations/custody-table'
import { stateOf } from '~/components/investigations/investigation-words'
import { ChangeForm, CloseForm, HandForm, ReopenForm } from '~/components/investigations/lead-forms'
import { NoteForm } from '~/components/investigations/note-form'
import { Notes, RecordTimeline } from '~/components/investigations/record-timeline'
import { Crumb } from '~/components/shell/crumb'
import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import { onPage, onPageIfAllowed } from '~/server/api/caller'
import { firstPage } from '~/server/api/page'
import type { InvestigationRead } from '~/server/investigations/list-investigations'
import { Barred, reasonNot } from '../../../deeds'
import { namesOf } from '../../../names-of'
import { Screen } from '../../../screen'
import { Section } from '../../../section'

type Props = { params: Promise<{ investigation: string }> }
/** Read once, for the page and for what its window is called. */
const investigationRead = cache((id: string) => onPageIfAllowed((door) => door.investigations.read({ investigation: id })))
export const generateMetadata = async ({ params }: Props): Promise<Metadata> => ({ title: `${(await investigationRead((await params).investigation))?.investigation.title ?? 'Investigation'} · Investigations · Platform` })

/** Everybody who is on the page: who did any of it, and who did what the records say. */
const peopleIn = ({ investigation: { owner, openedBy, closedBy }, timeline, notes, custody, takenOut }: InvestigationRead) => [
  owner, openedBy, closedBy, ...timeline.flatMap((one) => [one.pinnedBy, one.line?.actor ?? null, ...one.notes.map(({ by }) => by)]), ...notes.map(({ by }) => by), ...custody.flatMap(({ by, to }) => [by, to]), ...takenOut.map(({ by }) => by),
]
/** The newest, and beside them the one that it is of. */
async function incidentsBeside(of: string | null) {
  const newest = (await onPage((door) => door.incidents.list({ show: 'all', of: null, ...firstPage }))).rows.map(({ incident, title }) => ({ incident, title }))
  return of === null || newest.some(({ incident }) => incident === of) ? newest : [{ incident: of, title: 'The one that it is of now' }, ...newest]
}

export default async function Investigation({ params }: Props) {
  const id = (await params).investigation
  const found = await investigationRead(id)
  if (found === null) return <Screen title="Investigation"><Barred action="investigations.read" deed="see investigations" /></Screen>
  const { investigation: one, timeline, notes, custody, takenOut } = found
  const [names, isClosed, state] = [await namesOf(peopleIn(found)), one.closedAt !== null, stateOf(one)]
  const [note, unpin, hand, change, close, reopen] = await Promise.all([
    reasonNot('investigations.note', 'add a note'), reasonNot('investigations.unpin', 'unpin a record'), reasonNot('investigations.hand', 'hand it over'), reasonNot('investigations.change', 'change what it is asked by'), reasonNot('investigations.close', 'close an investigation'), reasonNot('investigations.reopen', 'reopen an investigation'),
  ])
  return (
    <Screen title={one.title} says={<p className="whitespace-pre-line">{one.question}</p>} action={<a href={paths.investigationFile(one.investigation)} download className={buttonClass()}>Take out</a>}>
      <Crumb says={one.title} />
      <Properties items={[
        { says: 'State', value: <Badge tone={state.tone}>{state.says}</Badge> },
        { says: 'Owner', value: <Who id={one.owner} names={names} /> },
        { says: 'Opened', value: <span>By <Who id={one.openedBy} names={names} />, <Exact at={one.openedAt} /></span> },
        ...(one.query === null ? [] : [{ says: 'Search', value: <Link href={paths.platformAuditOf(one.query)} className="name wrap-anywhere text-accent underline underline-offset-2 hover:text-accent-hover">{one.query}</Link> }]),
        ...(one.incident === null ? [] : [{ says: 'Incident', value: <Link href={paths.incident(one.incident)}>What is contained because of it</Link> }]),
        ...(one.closedAt === null ? [] : [{ says: 'Closed', value: <span>By <Who id={one.closedBy} names={names} />, <Exact at={one.closedAt} /></span> }, { says: 'Found', value: <span className="whitespace-pre-line">{one.finding}</span> }]),
      ]}
      />
      <Section title="Timeline">
        {timeline.length === 0 ? <p>No record is pinned{isClosed ? '' : ' yet'}.</p> : <RecordTimeline investigation={one.investigation} timeline={timeline} names={names} isClosed={isClosed} whyNot={{ note, unpin }} />}
        {!isClosed && <p className="text-dense text-quiet">Records are pinned where they are read: <Link href={one.query === null ? paths.platformAudit() : paths.platformAuditOf(one.query)}>search the record</Link> and open one.</p>}
      </Section>
      <Section title="Notes">
        {notes.length === 0 ? <p>Nothing is noted{isClosed ? '' : ' yet'} about all of it.</p> : <Notes label="Notes" notes={notes} names={names} />}
        {!isClosed && <NoteForm investigation={one.investigation} whyNot={note} />}
      </Section>
      <Section title="What was done">
        <CustodyTable custody={custody} names={names} />
        <p className="max-w-[80ch] text-dense text-quiet">Each of these stands in the record under its number. Take out makes one file of them, of the pinned records and of the proof of both, which a stranger checks with <span className="name">npm run verify -- FILE --log KEY</span>.</p>
      </Section>
      {takenOut.length > 0 && <Section title="Taken out"><TakenOutTable takenOut={takenOut} names={names} /></Section>}
      {isClosed ? <Section title="Reopen"><ReopenForm investigation={one.investigation} whyNot={reopen} /></Section> : (
        <>
          <Section title="Hand over"><HandForm investigation={one.investigation} whyNot={hand} /></Section>
          <Section title="Change"><ChangeForm investigation={one.investigation} query={one.query ?? ''} incident={one.incident ?? ''} incidents={await incidentsBeside(one.incident)} whyNot={change} /></Section>
          <Section title="Close"><CloseForm investigation={one.investigation} whyNot={close} /></Section>
        </>
      )}
    </Screen>
  )
}
