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
import { securityRefusals } from '~/server/security/security.refusals'

/** Asks why, and then for the second factor. */
export function LetIn({ shutOut, who, whyNot }: { shutOut: string; who: string; whyNot: Reason | null }) {
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const deed = useCommand('security.letIn', securityRefusals, () => announce(`${who} may try again.`))
  function sign() {
    const why = reason.trim()
    if (why === '') return
    setAsking(false)
    void deed.carryOut({ shutOut, reason: why }, { deed: `Let ${who} in again`, consequence: `They may try again at once. Whoever fails as often again is shut out again. Reason: ${why}` })
  }
  return (
    <span className="inline-grid justify-items-start gap-1 whitespace-normal">
      <Button size="dense" aria-label={`Let ${who} in again`} isSaving={deed.isSending} whyNot={whyNot} onClick={() => setAsking(true)}>Let in</Button>
      <Refused no={deed.no} />
      {isAsking && (
        <Dialog title={`Let ${who} in again`} onClose={() => setAsking(false)} holds={false}>
          <Form onSubmit={sign}>
            <TextArea label="Reason" name="reason" longest={500} value={reason} onType={setReason} hint="Why you are sure that it is them. It stands in the record." />
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button look="primary" type="submit">Let in again</Button>
            </div>
          </Form>
        </Dialog>
      )}
      <StepUpDialog stepUp={deed.stepUp} />
    </span>
  )
}
