'use client'
import { useEffect } from 'react'
import { announce } from '~/components/shell/announcer'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Exact } from '~/components/ui/moment'
import type { AdmissionReason } from '~/server/allocations/allocation.refusals'
import { admissionRefusals } from '~/server/allocations/allocation.refusals'
import { verdictTones } from './allocation-state'
import { sayAmounts } from './amounts'
import { DecisionTrace } from './decision-trace'
import type { AllocationWish } from './read-wish'
import { sayNearest } from './say-nearest'
import type { Preview, Previewed } from './use-preview'

const verdicts = { admit: 'It would be admitted', hold: 'It would be held', refuse: 'It would be refused' } as const
const verdictOf = ({ verdict, approver }: Pick<Previewed, 'verdict' | 'approver'>) => (verdict === 'hold' && approver === null ? 'It would wait for room' : verdicts[verdict])
const isReason = (reason: string): reason is AdmissionReason => Object.hasOwn(admissionRefusals, reason)
const approvers = { tenant: 'A tenant admin would be asked for a yes.', platform: 'The platform would be asked for a yes: nobody says yes to what they ask for themselves.' }

/** What would happen to what is in the form now: the verdict first, then why, whose yes it takes, what would get further, and every check. */
export function AllocationPreview({ preview: { answer, no, isAsking }, isUnclear, onApply }: { preview: Preview; /** Something was written that cannot be asked about. */ isUnclear: boolean; onApply: (part: Partial<AllocationWish>) => void }) {
  const said = answer === null || isAsking ? null : [`${verdictOf(answer)}.`, answer.says].filter((part) => part !== null).join(' ')
  useEffect(() => { if (said !== null) announce(said) }, [said])
  return (
    <section aria-labelledby="preview" aria-busy={isAsking || undefined} className="relative grid w-full min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 rounded-panel border border-line bg-panel p-4 xl:flex-1">
      <h2 id="preview" className="text-section">What would happen</h2>
      {no && <p>{no.says} {no.fix}</p>}
      {!no && answer === null && <p className="text-quiet">{isAsking ? 'Asking every check.' : isUnclear ? 'Something in the form cannot be read yet: once it can, every check is asked.' : 'Name it, choose a namespace, and say how much: every check is then asked, and nothing is kept.'}</p>}
      {answer && <Answered answer={answer} onApply={onApply} />}
      {isAsking && <span aria-hidden="true" className="quiet-bar" />}
    </section>
  )
}

function Answered({ answer: { verdict, reason, says, approver, amounts, burst, endsAt, nearest, trace }, onApply }: { answer: Previewed; onApply: (part: Partial<AllocationWish>) => void }) {
  const ways = nearest.flatMap((one) => sayNearest(one) ?? [])
  return (
    <>
      <div className="grid justify-items-start gap-1.5">
        <Badge tone={verdictTones[verdict]}>{verdictOf({ verdict, approver })}</Badge>
        {says !== null && <p className="text-strong">{says}</p>}
        {reason !== null && isReason(reason) && <p>{admissionRefusals[reason].fix}</p>}
        {approver !== null && <p>{approvers[approver]}</p>}
        {verdict !== 'refuse' && <p>{verdict === 'hold' && approver === null ? 'Once there is room it would hold' : 'It would hold'} {sayAmounts(Object.entries(amounts))}{endsAt !== null && <>, until <Exact at={endsAt} /></>}.{burst && ' That is more than the place’s own share: it would be lent, and the first to go.'}</p>}
      </div>
      {ways.length > 0 && (
        <div className="grid gap-2">
          <h3 className="font-medium">What would get further</h3>
          <ul className="flex flex-wrap gap-2">
            {ways.map(({ id, says: way, becomes, part }) => <li key={id}><Button size="dense" onClick={() => onApply(part)}>{way}: {becomes}</Button></li>)}
          </ul>
        </div>
      )}
      <DecisionTrace label="Checks" trace={trace} />
    </>
  )
}
