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
import { incidentRefusals } from '~/server/incidents/incident.refusals'
import type { ContainmentKind } from '~/server/incidents/incident'
import { containmentWords } from './incident-words'

export type ContainmentReasons = { lift: Reason | null; keep: Reason | null }
type Props = { incident: string; containment: string; kind: Exclude<ContainmentKind, 'revoke'>; thing: string; name: string; whyNot: ContainmentReasons }
const consequences = { lock: 'They can sign in again. Their tokens stay ended.', freeze: 'What is in it can be changed again, by whoever may.', cordon: 'New work may come there again.' } as const

/** Lets go of what is contained, or says why it is to stay. */
export function ContainmentMenu({ incident, containment, kind, thing, name, whyNot }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [reason, setReason] = useState('')
  const lifted = () => announce(`${name} is let go.`)
  const unlock = useCommand('incidents.unlock', incidentRefusals, lifted)
  const thaw = useCommand('incidents.thaw', incidentRefusals, lifted)
  const uncordon = useCommand('incidents.uncordon', incidentRefusals, lifted)
  const keep = useCommand('incidents.keep', incidentRefusals, () => { setAsking(false); announce(`${name} stays as it is.`) })
  const lift = { lock: unlock, freeze: thaw, cordon: uncordon }[kind]
  const word = containmentWords[kind].lifts
  function begin() {
    const signing = { deed: `${word} ${name}`, consequence: consequences[kind] }
    if (kind === 'freeze') void thaw.carryOut({ incident, tenant: thing }, signing)
    else void { lock: unlock, cordon: uncordon }[kind].carryOut({ incident, containment }, signing)
  }
  return (
    <span className="inline-grid justify-items-end gap-1 whitespace-normal">
      <span className="flex flex-wrap justify-end gap-2">
        <Button isSaving={lift.isSending} whyNot={whyNot.lift} onClick={begin}>{word} {name}</Button>
        <Button aria-label={`Keep ${name} as it is`} whyNot={whyNot.keep} onClick={() => setAsking(true)}>Keep</Button>
      </span>
      <Refused no={lift.no ?? (isAsking ? null : keep.no)} />
      {isAsking && (
        <Dialog title={`Keep ${name} as it is`} onClose={() => setAsking(false)} holds={keep.isSending}>
          <Form onSubmit={() => { if (reason.trim()) void keep.carryOut({ incident, containment, reason: reason.trim() }) }}>
            <Refused no={keep.no} />
            <TextArea label="Reason" name="reason" longest={500} value={reason} onType={setReason} hint="It stands in the report." />
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button look="primary" type="submit" isSaving={keep.isSending}>Keep</Button>
            </div>
          </Form>
        </Dialog>
      )}
      <StepUpDialog stepUp={lift.stepUp} />
    </span>
  )
}
