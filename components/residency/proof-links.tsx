import { paths } from '~/components/shell/paths'
import { CopyButton } from '~/components/ui/copy-button'
import { FileLink } from '~/components/ui/file-link'
import { Exact } from '~/components/ui/moment'

const hourMs = 3_600_000
const spans = [['the last 24 hours', 24], ['the last 7 days', 7 * 24], ['the last 30 days', 30 * 24]] as const

/** What was seen, as a file that somebody outside can check; and how they do. */
export function ProofLinks({ tenant, jurisdiction, writtenUntil, logKey }: { tenant: string; jurisdiction: string; writtenUntil: string; logKey: string }) {
  const command = `npm run verify -- FILE --log ${logKey}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <p>A proof shows of all that ran whether it was always in {jurisdiction.toUpperCase()}, by what was seen and written down until <Exact at={writtenUntil} />. When nobody looked, or a node did not say where it stands, it says so.</p>
      <ul className="flex flex-wrap gap-x-4">
        {spans.map(([says, hours]) => <li key={says}><FileLink href={paths.proof({ tenant, jurisdiction, since: new Date(Date.parse(writtenUntil) - hours * hourMs).toISOString(), until: writtenUntil })}>Proof of {says}</FileLink></li>)}
      </ul>
      <p className="text-dense text-quiet">Whoever has the file checks it without asking anybody:</p>
      <p className="flex min-w-0 items-center gap-1"><code className="name min-w-0 rounded-control bg-sunken px-2 py-1 wrap-anywhere">{command}</code><CopyButton value={command} of="the command" /></p>
    </div>
  )
}
