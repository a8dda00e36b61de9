'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Form } from '~/components/ui/form'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { holdRefusals } from '~/server/holds/hold.refusals'

/** Asks why, and then for the second factor. */
export function LiftHold({ hold, matter, whyNot }: { hold: string; matter: string; whyNot: Reason | null }) {
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const lift = useCommand('holds.lift', holdRefusals, () => announce(`The hold for ${matter} is lifted.`))
  function sign() {
    const why = reason.trim()
    if (why === '') return
    setAsking(false)
    void lift.carryOut({ hold, reason: why }, { deed: `Lift the hold for ${matter}`, consequence: `What it kept may go as soon as nothing else keeps it. Reason: ${why}` })
  }
  return (
    <span className="inline-grid justify-items-start gap-1 whitespace-normal">
      <Button size="dense" aria-label={`Lift the hold for ${matter}`} isSaving={lift.isSending} whyNot={whyNot} onClick={() => setAsking(true)}>Lift</Button>
      <Refused no={lift.no} />
      {isAsking && (
        <Dialog title={`Lift the hold for ${matter}`} onClose={() => setAsking(false)} holds={false}>
          <Form onSubmit={sign}>
            <TextArea label="Reason" name="reason" longest={500} value={reason} onType={setReason} hint="It stands with the hold, and in the record." />
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button look="primary" type="submit">Lift hold</Button>
            </div>
          </Form>
        </Dialog>
      )}
      <StepUpDialog stepUp={lift.stepUp} />
    </span>
  )
}
