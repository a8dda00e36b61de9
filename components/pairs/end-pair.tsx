'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { endRefusals } from '~/server/pairs/pair.refusals'

/** What is in force either side ends, at once; what is only offered is taken back. `says` is what it opens. */
export function EndPair({ tenant, pair, says, isOffer, whyNot }: { tenant: string; pair: string; says: string; isOffer: boolean; whyNot: Reason | null }) {
  const end = useCommand('pairs.end', endRefusals, () => announce(isOffer ? `The offer of ${says} is withdrawn.` : `${says} is in force no more.`))
  const signing = isOffer ? { deed: `Withdraw the offer of ${says}`, consequence: 'Nobody can say yes to it any more.' } : { deed: `End the pair ${says}`, consequence: 'It is in force no more, on either side, and the other side is told. What is connected by it is cut off when the clusters follow.' }
  return (
    <span className="inline-grid justify-items-end gap-1 text-left whitespace-normal">
      <Button size="dense" whyNot={whyNot} isSaving={end.isSending} onClick={() => void end.carryOut({ tenant, pair }, signing)} aria-label={isOffer ? `Withdraw ${says}` : `End ${says}`}>{isOffer ? 'Withdraw' : 'End'}</Button>
      <Refused no={end.no} />
      <StepUpDialog stepUp={end.stepUp} />
    </span>
  )
}
