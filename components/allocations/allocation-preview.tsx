'use client'
import { useEffect } from 'react'
import { announce } from '~/components/shell/announcer'
import { paths } from '~/components/shell/paths'
import { isolationWord } from '~/components/tenants/isolation-words'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { buttonClass } from '~/components/ui/button-class'
import { Link } from '~/components/ui/link'
import { Exact } from '~/components/ui/moment'
import { Properties } from '~/components/ui/properties'
import type { AdmissionReason } from '~/server/allocations/allocation.refusals'
import { admissionRefusals } from '~/server/allocations/allocation.refusals'
import { decideNudges } from '~/server/allocations/decide-nudges'
import type { Prepared } from '~/server/allocations/prepare-allocation'
import { isolation } from '~/server/tenants/isolation'
import { usually } from './allocation-facts'
import { sayAmounts } from './amounts'
import { CostShown } from './cost-shown'
import { DecisionTrace } from './decision-trace'
import { LevelBars } from './level-bars'
import { Nudges } from './nudges'
import { prepareLevels } from './prepare-levels'
import { type AllocationWish, gpuResource } from './read-wish'
import { checkWord } from './say-line'
import { sayNearest } from './say-nearest'
import { sayRule, yesesOf } from './say-rule'
import { sayVerdict, verdictTone } from './say-verdict'
import type { Preview } from './use-preview'

const isReason = (reason: string): reason is AdmissionReason => Object.hasOwn(admissionRefusals, reason)
type Apply = { onApply: (part: Partial<AllocationWish>) => void }
type Props = Apply & { preview: Preview; prepared: Prepared; /** Something was written that cannot be asked about. */ isUnclear: boolean }

/** What would happen to what is in the form now: the verdict first, then why, what it takes of every quota, what it costs and whose yes, what would get further, and every check. */
export function AllocationPreview({ preview: { answer, no, isAsking, isEarlier }, prepared, isUnclear, onApply }: Props) {
  const said = answer === null || isEarlier ? null : [`${sayVerdict(answer.value)}.`, answer.value.says].filter((part) => part !== null).join(' ')
  useEffect(() => { if (said !== null) announce(said) }, [said])
  return (
    <section aria-labelledby="preview" aria-busy={isAsking || undefined} className="relative grid w-full min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-panel border border-line bg-panel p-4 xl:sticky xl:top-16 xl:flex-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="preview" className="text-section">What would happen</h2>
        {isEarlier && <p className="text-dense text-quiet">{isAsking ? 'Earlier answer, asking again' : 'For what could be read last'}</p>}
      </div>
      {no && <p>{no.says} {no.fix}</p>}
      {!no && isUnclear && <p className="text-quiet">Something in the form cannot be read yet: once it can, every check is asked.</p>}
      {!no && !isUnclear && answer === null && <p className="text-quiet">{isAsking ? 'Asking every check.' : 'Name it, choose a namespace, and say how much: every check is then asked, and nothing is kept.'}</p>}
      {answer && <Answered {...answer} prepared={prepared} onApply={onApply} />}
      {isAsking && <span aria-hidden="true" className="quiet-bar" />}
    </section>
  )
}

/** Where what would happen stands below the form, its first word stands beside the button, too. */
export const VerdictInShort = ({ preview: { answer, isEarlier } }: { preview: Preview }) =>
  answer === null ? null : <p className="flex flex-wrap items-center gap-2 xl:hidden"><Badge tone={verdictTone(answer.value)}>{sayVerdict(answer.value)}</Badge>{isEarlier && <span className="text-dense text-quiet">Earlier answer</span>}</p>

type Answer = NonNullable<Preview['answer']>
function Answered({ value, of, prepared, onApply }: Answer & { prepared: Prepared } & Apply) {
  const { verdict, reason, says, rule, byRule, amounts, burst, endsAt, trace, cost, devices } = value
  const check = trace.find(({ outcome }) => outcome === 'refuses') ?? trace.find(({ outcome }) => outcome === 'holds')
  // A full quota offers what stands idle among the ways past it.
  const nudges = decideNudges(value, of, prepared).filter(({ nudge }) => nudge !== 'idle' || reason !== 'quota_exceeded')
  const wait = verdict === 'hold' && rule === null ? prepared.waits[of.class] : undefined
  const { shares } = isolation[prepared.isolation]
  return (
    <>
      <div className="grid justify-items-start gap-1.5">
        <Badge tone={verdictTone(value)}>{sayVerdict(value)}</Badge>
        {says !== null && <p className="text-strong">{says}</p>}
        {reason !== null && isReason(reason) && <p>{admissionRefusals[reason].fix}</p>}
      </div>
      <Nudges tenant={of.tenant} nudges={nudges} about={{ devices, yeses: rule === null ? 1 : yesesOf(rule), pods: of.pods, namespace: of.namespace }} onApply={onApply} />
      <Ways value={value} of={of} prepared={prepared} onApply={onApply} />
      <LevelBars resources={prepareLevels(trace)} />
      <Properties
        items={[
          ...(check ? [{ says: 'Because of', value: `The check of ${checkWord(check.check)}` }] : []),
          ...(byRule ? [{ says: 'By rule', value: 'It fits what this tenant lets go without asking anybody, while there is some left for you. Some are drawn for a person to look at.' }] : []),
          ...(rule === null ? [] : [{ says: 'Asked for a yes', value: <>{sayRule(rule)}. Nobody says yes to what they ask for themselves.</> }]),
          ...(wait === undefined ? [] : [{ says: 'Usual wait', value: <>For this class, {usually[wait]}</> }]),
          ...(verdict === 'refuse' ? [] : [
            { says: verdict === 'admit' ? 'Holds' : 'Would hold', value: <>{sayAmounts(Object.entries(amounts))}{endsAt !== null && <>, until <Exact at={endsAt} /></>}{burst && '. That is more than the place’s own share: it would be lent, and the first to go'}</> },
            { says: 'Cost', value: <CostShown cost={cost} /> },
          ]),
          { says: 'Isolation', value: <>{isolationWord(prepared.isolation)}. Shared with others: {shares.charAt(0).toLowerCase()}{shares.slice(1)}</> },
        ]}
      />
      <details>
        <summary className="quiet-motion -ml-2 inline-flex min-h-6 list-none items-center rounded-control px-2 text-accent hover:bg-hover">All {trace.length} checks</summary>
        <div className="pt-2"><DecisionTrace label="Checks" trace={trace} /></div>
      </details>
    </>
  )
}

/** What is told by a nudge already is not offered twice. */
function Ways({ value: { nearest, reason, verdict, rule }, of, prepared, onApply }: Answer & { prepared: Prepared } & Apply) {
  const isNudged = (change: string) => verdict === 'hold' && rule !== null && (change === 'fewer_devices' || change === 'fewer_pods')
  const ways = nearest.flatMap((one) => (isNudged(one.change) ? [] : (sayNearest(one, of) ?? [])))
  const isFull = reason === 'quota_exceeded'
  if (ways.length === 0 && !isFull) return null
  return (
    <div className="grid gap-2">
      <h3 className="font-medium">What would get further</h3>
      <ul className="flex flex-wrap gap-2">
        {ways.map(({ id, says, becomes, part }) => <li key={id}><Button size="dense" onClick={() => onApply(part)}>{says}: {becomes}</Button></li>)}
        {isFull && <li><Link href={paths.changeQuota(of.tenant, of.namespace, gpuResource)} className={buttonClass({ size: 'dense' })}>Raise quota</Link></li>}
        {isFull && prepared.idle[0] && <li><Link href={paths.allocation(of.tenant, prepared.idle[0].allocation)} className={buttonClass({ size: 'dense' })}>Free idle: {prepared.idle[0].name}</Link></li>}
      </ul>
    </div>
  )
}
