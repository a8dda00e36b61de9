import { monthName } from '~/components/retention/month-words'
import { AsOf, Exact } from '~/components/ui/moment'
import { left } from '~/components/ui/time'
import { Strip } from '~/components/ui/strip'
import { figure } from '~/server/shared/figure'
import { many } from '~/server/shared/many'

type LogState = {
  size: number; at: string | null; check: { size: number; at: string; kinds: string[]; witnessed: number | null; returned: string[] } | null; waited: { lastMs: number; mostMs: number } | null
  witnesses: { kind: string; size: number; at: string | null; failure: string | null; failingSince: string | null }[]
  earlier: { kind: string; name: string | null; size: number; endedAt: string }[]
}
const said: Readonly<Record<string, string>> = {
  edited: 'a record was changed', deleted: 'a record was taken out', truncated: 'the end of it is gone', inserted: 'a record was put in', reordered: 'records stand in each other’s place', clock: 'a time was changed',
  resealed: 'a checkpoint is signed with another key', rewritten: 'the log has another past than was signed',
}
const failed: Readonly<Record<string, string>> = {
  not_writable: 'its directory cannot be read and written', lost: 'it holds nothing any more of what it was given', went_back: 'it holds of the log what is not there', not_ours: 'what it holds was signed with another key', address_refused: 'its address is not one that is gone to',
  not_resolved: 'its name has no address', timed_out: 'it does not answer in time', no_connection: 'it cannot be reached', not_taken: 'it does not take what it is given',
}
const named = (kind: string) => (kind === 'directory' ? 'The directory outside' : 'The address outside')
const lasting = (ms: number) => (ms < 60_000 ? `${(Math.ceil(ms / 100) / 10).toFixed(1)} s` : left(ms))
const longestMs = 10_000
const isHeldOutside = ({ witnesses }: LogState) => witnesses.some(({ at, failure }) => at !== null && failure === null)

/** Who kept what was signed until they were set no more: a line where somebody else does since, and a warning where nobody does. */
export function Unwitnessed({ log }: { log: LogState }) {
  const isHeld = isHeldOutside(log)
  return log.earlier.map(({ kind, name, size, endedAt }) => {
    const says = <>{named(kind)}{name !== null && <> <span className="name">{name}</span></>} kept what was signed of this log until <Exact at={endedAt} />, to {many(size, 'record')}, and does not any more: it is not set.</>
    return isHeld ? <p key={`${kind} ${endedAt}`} className="text-dense text-quiet">{says}</p> : <Strip key={`${kind} ${endedAt}`} tone="notice">{says} Nobody outside keeps it since: who sets the log back as a whole is not found.</Strip>
  })
}

/** How far the record is sealed, what came of comparing it with that, who keeps what was signed, and what nobody could see. */
export function LogLine({ log }: { log: LogState }) {
  const { size, at, check, waited, witnesses } = log
  if (at === null) return <p className="text-dense text-quiet">Nothing is sealed yet: until it is, whoever owns the database could rewrite it unseen.</p>
  const isHeld = isHeldOutside(log)
  return (
    <>
      {check && check.kinds.length > 0 && <Strip tone="danger">The record is not what was sealed: {check.kinds.map((kind) => said[kind] ?? kind).join('; ')}. Believe no record until whoever runs this has found out why.</Strip>}
      {witnesses.map(({ kind, failure, failingSince }) => failure !== null && failingSince !== null && (
        <Strip key={kind} tone={failure === 'lost' || failure === 'went_back' || failure === 'not_ours' ? 'danger' : 'notice'}>{named(kind)} that keeps what was signed has none of it since <AsOf at={failingSince} />: {failed[failure] ?? failure}. It is tried again.</Strip>
      ))}
      <Unwitnessed log={log} />
      {check && check.returned.length > 0 && <Strip tone="notice">{check.returned.map(monthName).join(', ')}: taken away, as the log’s key says, and here again, as after a restore of the database. That is no fault: it is compared as everything is, and goes again.</Strip>}
      {waited !== null && waited.lastMs > longestMs && <Strip tone="notice">Records wait longer than {longestMs / 1000} s to be sealed. What is done to one before that, nobody sees.</Strip>}
      <p className="text-dense text-quiet">
        Sealed to {many(size, 'record')}, <AsOf at={at} />.
        {check && check.kinds.length === 0 && <> Verified to {figure(check.size)}, <AsOf at={check.at} />{check.witnessed !== null && <>, with what is kept outside to {figure(check.witnessed)}</>}.</>}
        {!isHeld && <> Nobody outside keeps what was signed.</>}
        {waited !== null && <> What cannot be seen: a change of a record before it is sealed, which took {lasting(waited.mostMs)} at most in the last ten minutes.</>}
      </p>
    </>
  )
}
