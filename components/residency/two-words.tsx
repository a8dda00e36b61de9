'use client'
import { Button } from '~/components/ui/button'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import type { Reason } from '~/components/ui/reason'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { disasterRefusals } from '~/server/residency/disaster.refusals'
import type { DisasterShown, FailoverShown } from '~/server/residency/list-disasters'
import { endsWith, standingWords } from './disaster-words'

type WhyNot = { sign: Reason | null; end: Reason | null }
const signed = () => announce('It is signed.')
const ended = () => announce('It is over.')
const somebody = 'somebody who is no longer here'

/** A disaster that was asked for or stands: what it opens, who said so, signed by somebody else, or ended. */
export function DisasterNow({ disaster: of, failovers, whyNot }: { disaster: DisasterShown; failovers: readonly FailoverShown[]; whyNot: WhyNot }) {
  const { disaster, region, until } = of
  const [sign, end] = [useCommand('residency.signDisaster', disasterRefusals, signed), useCommand('residency.endDisaster', disasterRefusals, ended)]
  const prepared = failovers.filter(({ standing }) => standing === 'stands').map(({ tenant }) => tenant).sort()
  const keepsOut = `Nothing new begins in ${region}; what runs there is left alone.`
  const opens = prepared.length === 0 ? 'No tenant is prepared, so it opens nothing yet.' : `Whoever of ${prepared.join(', ')} may be in ${region} may go where they are prepared to.`
  return (
    <Words
      title={`Disaster in ${region}`} of={of} whyNot={whyNot} sign={sign} end={end} more={[{ says: 'Until', value: <Exact at={until} /> }, { says: 'Keeps out', value: keepsOut }, { says: 'Opens', value: opens }]}
      onSign={() => void sign.carryOut({ disaster }, { deed: `Declare a disaster in ${region}`, consequence: `${keepsOut} ${opens} It ends by itself ${until.slice(0, 16).replace('T', ' ')} UTC. ${endsWith}`, only: 'passkey' })}
      onEnd={() => void end.carryOut({ disaster })}
    />
  )
}

/** Where a tenant's work may go in a disaster. */
export function FailoverNow({ failover: of, whyNot }: { failover: FailoverShown; whyNot: WhyNot }) {
  const { failover, tenant, regions } = of
  const [sign, end] = [useCommand('residency.signFailover', disasterRefusals, signed), useCommand('residency.endFailover', disasterRefusals, ended)]
  return (
    <Words
      title={`Prepared for ${tenant}`} of={of} whyNot={whyNot} sign={sign} end={end} more={[{ says: 'Regions', value: <span className="name">{regions.join(', ')}</span> }]}
      onSign={() => void sign.carryOut({ tenant, failover }, { deed: `Sign where the work of ${tenant} may go in a disaster`, consequence: `While a disaster is declared where it may be, its work may go to ${regions.join(', ')}. What was prepared before is replaced. A prohibition and the law that it is under hold in a disaster, too.`, only: 'passkey' })}
      onEnd={() => void end.carryOut({ tenant, failover })}
    />
  )
}

type Command = Pick<ReturnType<typeof useCommand>, 'no' | 'isSending' | 'stepUp'>
function Words({ title, of: { standing, reason, askedAt, askedBy, signedAt, signedBy, isOwn }, more, whyNot, sign, end, onSign, onEnd }: {
  title: string; of: DisasterShown | FailoverShown; more: { says: string; value: React.ReactNode }[]; whyNot: WhyNot; sign: Command; end: Command; onSign: () => void; onEnd: () => void
}) {
  return (
    <section aria-label={title} className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-panel border border-line bg-panel p-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4"><h3 className="text-section font-semibold text-strong">{title}</h3><p className="text-strong">{standingWords[standing].says}</p></div>
      <Properties items={[...more, { says: 'Reason', value: reason }, { says: 'Asked', value: <><Exact at={askedAt} /> by {askedBy ?? somebody}</> }, ...(signedAt === null ? [] : [{ says: 'Signed', value: <><Exact at={signedAt} /> by {signedBy ?? somebody}</> }])]} />
      <Refused no={sign.no ?? end.no} />
      <div className="flex flex-wrap gap-3">
        {standing === 'asked' && <Button whyNot={whyNot.sign ?? (isOwn ? disasterRefusals.own_word.says : null)} isSaving={sign.isSending} onClick={onSign}>Sign</Button>}
        <Button whyNot={whyNot.end} isSaving={end.isSending} onClick={onEnd}>{standing === 'asked' ? 'Take back' : 'End'}</Button>
      </div>
      <StepUpDialog stepUp={sign.stepUp} />
    </section>
  )
}
