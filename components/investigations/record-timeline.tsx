import { readOutcome } from '~/components/audit/read-outcome'
import { Who } from '~/components/audit/who'
import { paths } from '~/components/shell/paths'
import { Badge } from '~/components/ui/badge'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { recordName } from '~/server/investigations/investigation'
import type { NoteShown, PinShown } from '~/server/investigations/list-investigations'
import { sayGone } from './investigation-words'
import { PinMenu } from './pin-menu'

type Names = Readonly<Record<string, string>>
type Props = { investigation: string; timeline: readonly PinShown[]; names: Names; isClosed: boolean; whyNot: { note: Reason | null; unpin: Reason | null } }

/** The records in the order of their own time; beside each why it belongs there, and what was noted. */
export function RecordTimeline({ investigation, timeline, names, isClosed, whyNot }: Props) {
  return (
    <ol aria-label="Timeline" className="grid">
      {timeline.map((one) => (
        <li key={one.pin} className="group/pin grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3">
          <span aria-hidden="true" className="flex flex-col items-center gap-1 pt-2">
            <span className="size-2 rounded-full bg-accent" />
            <span className="w-px flex-1 bg-line group-last/pin:hidden" />
          </span>
          <div className="grid gap-1.5 pb-6 group-last/pin:pb-0">
            <Record pin={one} names={names} />
            <p className="max-w-[80ch] whitespace-pre-line wrap-anywhere">{one.why}</p>
            <p className="text-dense text-quiet">Pinned by <Who id={one.pinnedBy} names={names} />, <Exact at={one.pinnedAt} /></p>
            {one.notes.length > 0 && <Notes label={`Notes beside ${recordName({ ...one })}`} notes={one.notes} names={names} />}
            {!isClosed && <PinMenu investigation={investigation} pin={one.pin} name={recordName({ ...one })} whyNot={whyNot} />}
          </div>
        </li>
      ))}
    </ol>
  )
}

function Record({ pin: { at, place, stream, sequence, line, gone }, names }: { pin: PinShown; names: Names }) {
  const name = recordName({ place, stream, sequence })
  const where = <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1"><Exact at={at} />{line === null ? <span className="name wrap-anywhere">{name}</span> : <Link href={paths.platformRecord(name)} className="name wrap-anywhere text-accent underline underline-offset-2 hover:text-accent-hover">{name}</Link>}</span>
  if (line === null) return <>{where}<p className="text-quiet">{sayGone(gone)}{gone !== null && <> That was on <Exact at={gone.at} />.</>}</p></>
  const what = `${line.resource}.${line.verb}`
  const { tone, says } = readOutcome({ what, outcome: line.outcome, reason: line.reason })
  const on = [line.namespace, line.name].filter((part) => part !== null).join(' / ')
  return (
    <>
      {where}
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-strong">
        <Who id={line.actor} behalf={line.behalf} names={names} /> {line.outcome === 'done' ? 'did' : 'tried'} <span className="name wrap-anywhere">{what}</span>{on !== '' && <> of <span className="name wrap-anywhere">{on}</span></>} <Badge tone={tone}>{says}</Badge>
      </p>
    </>
  )
}

/** In the order in which they were written. */
export function Notes({ label, notes, names }: { label: string; notes: readonly NoteShown[]; names: Names }) {
  return (
    <ul aria-label={label} className="grid gap-2">
      {notes.map(({ number, note, at, by }) => (
        <li key={number} className="grid max-w-[80ch] gap-0.5 rounded-control border border-line bg-sunken px-3 py-2">
          <p className="whitespace-pre-line wrap-anywhere">{note}</p>
          <p className="text-dense text-quiet"><Who id={by} names={names} />, <Exact at={at} /></p>
        </li>
      ))}
    </ul>
  )
}
