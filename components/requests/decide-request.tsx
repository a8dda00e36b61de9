'use client'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { requestRefusals } from '~/server/requests/request.refusals'

const RefuseDialog = dynamic(() => import('./refuse-dialog').then((loaded) => loaded.RefuseDialog), { ssr: false })
type Props = { request: string; terms: string; ask: string; consequence: string; whyNot: { approve: Reason | null; refuse: Reason | null } }

/** Yes and no, of equal weight. Yes is signed over the terms that are on the page; no says why. */
export function DecideRequest({ request, terms, ask, consequence, whyNot }: Props) {
  const [isRefusing, setRefusing] = useState(false)
  const approve = useCommand('requests.approve', requestRefusals, () => announce(`${ask}: approved.`))
  const refuse = useCommand('requests.refuse', requestRefusals, () => {
    setRefusing(false)
    announce(`${ask}: refused.`)
  })
  return (
    <div className="grid gap-3">
      <Refused no={approve.no} />
      <div className="flex flex-wrap gap-3">
        <Button look="primary" whyNot={whyNot.approve} isSaving={approve.isSending} onClick={() => void approve.carryOut({ request, terms }, { deed: `Approve: ${ask}`, consequence })}>Approve request</Button>
        <Button whyNot={whyNot.refuse} onClick={() => setRefusing(true)}>Refuse request</Button>
      </div>
      <StepUpDialog stepUp={approve.stepUp} />
      {isRefusing && <RefuseDialog ask={ask} command={refuse} onClose={() => setRefusing(false)} send={(reason) => void refuse.carryOut({ request, reason })} />}
    </div>
  )
}
