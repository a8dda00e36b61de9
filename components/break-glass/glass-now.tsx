'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import type { Reason } from '~/components/ui/reason'
import { breakGlassRefusals } from '~/server/break-glass/break-glass.refusals'
import type { BreakGlassShown } from '~/server/break-glass/list-break-glass'
import { many } from '~/server/shared/many'
import { GlassClock } from './glass-clock'

type Props = { glass: BreakGlassShown; now: string; whyNot: { sign: Reason | null; stop: Reason | null } }
/** The one that waits or is open: who, what for, where and until when; whoever else works on the platform signs it, so that it opens at once, or stops it. */
export function GlassNow({ glass, now, whyNot }: Props) {
  const { breakGlass, names, person, reason, tenants, minutes, standing, opensAt, until, signedBy, request } = glass
  const who = names[person] ?? 'Somebody who is no longer here'
  const sign = useCommand('breakGlass.sign', breakGlassRefusals, () => announce('It is signed, and open.'))
  const stop = useCommand('breakGlass.stop', breakGlassRefusals, () => announce('It is stopped.'))
  return (
    <section aria-labelledby="now" className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="now" className="text-section">{standing === 'open' ? `${who} acts alone now` : `${who} asks to act alone`}</h2>
        <p className="text-strong"><GlassClock standing={standing} opensAt={opensAt} until={until} now={now} /></p>
      </div>
      <Properties
        items={[
          { says: 'Reason', value: reason },
          { says: 'Tenants', value: tenants.length === 0 ? 'None: nodes and people only' : <span className="name">{tenants.join(', ')}</span> },
          { says: 'For', value: `${many(minutes, 'minute')}, once it is open` },
          { says: standing === 'open' ? 'Open since' : 'Opens', value: <Exact at={opensAt} /> },
          ...(standing === 'open' ? [{ says: 'Over', value: <Exact at={until} /> }] : []),
          { says: 'Signed by', value: signedBy === null ? 'Whoever asks, and nobody else' : `Whoever asks, and ${names[signedBy] ?? 'somebody else'}` },
          { says: 'Looked at afterwards', value: <Link href={paths.request(request)}>Review of what {who} does</Link> },
        ]}
      />
      <Refused no={sign.no ?? stop.no} />
      <div className="flex flex-wrap gap-3">
        {standing === 'waits' && <Button whyNot={whyNot.sign} isSaving={sign.isSending} onClick={() => void sign.carryOut({ breakGlass }, { deed: `Open it now for ${who}`, consequence: `${who} acts alone for ${many(minutes, 'minute')} from now, instead of after the wait. Reason: ${reason}` })}>Sign, and open it now</Button>}
        <Button whyNot={whyNot.stop} isSaving={stop.isSending} onClick={() => void stop.carryOut({ breakGlass })}>{standing === 'open' ? 'End it now' : 'Stop it'}</Button>
      </div>
      <StepUpDialog stepUp={sign.stepUp} />
    </section>
  )
}
