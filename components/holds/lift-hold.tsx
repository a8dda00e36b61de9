'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { SayDialog } from '~/components/shell/say-dialog'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { holdRefusals } from '~/server/holds/hold.refusals'

/** Asks why, and then for the second factor. */
export function LiftHold({ hold, matter, whyNot }: { hold: string; matter: string; whyNot: Reason | null }) {
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const lift = useCommand('holds.lift', holdRefusals, () => { setAsking(false); announce(`The hold for ${matter} is lifted.`) })
  const saying = { title: `Lift the hold for ${matter}`, label: 'Reason', name: 'reason', hint: 'It stands with the hold, and in the record.', empty: 'Whoever reads the record wants to know why.', deed: 'Lift hold' }
  return (
    <span className="inline-grid justify-items-start gap-1 whitespace-normal">
      <Button size="dense" aria-label={`Lift the hold for ${matter}`} isSaving={lift.isSending} whyNot={whyNot} onClick={() => setAsking(true)}>Lift</Button>
      <Refused no={isAsking ? null : lift.no} />
      {isAsking && !lift.stepUp && (
        <SayDialog
          saying={saying} text={reason} onType={setReason} command={lift} onClose={() => setAsking(false)}
          send={(why) => void lift.carryOut({ hold, reason: why }, { deed: `Lift the hold for ${matter}`, consequence: `What it kept may go as soon as nothing else keeps it. Reason: ${why}` })}
        />
      )}
      <StepUpDialog stepUp={lift.stepUp} />
    </span>
  )
}
