'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { SayDialog } from '~/components/shell/say-dialog'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { securityRefusals } from '~/server/security/security.refusals'

/** Asks why, and then for the second factor. */
export function LetIn({ shutOut, who, whyNot }: { shutOut: string; who: string; whyNot: Reason | null }) {
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const deed = useCommand('security.letIn', securityRefusals, () => { setAsking(false); announce(`${who} may try again.`) })
  const saying = { title: `Let ${who} in again`, label: 'Reason', name: 'reason', hint: 'Such as that you spoke to them. It stands in the record.', empty: 'Whoever reads the record wants to know why.', deed: 'Let in again' }
  return (
    <span className="inline-grid justify-items-start gap-1 whitespace-normal">
      <Button size="dense" aria-label={`Let ${who} in again`} isSaving={deed.isSending} whyNot={whyNot} onClick={() => setAsking(true)}>Let in</Button>
      <Refused no={isAsking ? null : deed.no} />
      {isAsking && !deed.stepUp && (
        <SayDialog
          saying={saying} text={reason} onType={setReason} command={deed} onClose={() => setAsking(false)}
          send={(why) => void deed.carryOut({ shutOut, reason: why }, { deed: `Let ${who} in again`, consequence: `They may try again at once. Whoever goes on as before is shut out again. Reason: ${why}` })}
        />
      )}
      <StepUpDialog stepUp={deed.stepUp} />
    </span>
  )
}
