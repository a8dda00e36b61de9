'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { SayDialog } from '~/components/shell/say-dialog'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
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
  const saying = { title: `Keep ${name} as it is`, label: 'Reason', name: 'reason', hint: 'It stands in the report.', empty: 'Whoever reads the report wants to know why.', deed: 'Keep' }
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
      {isAsking && <SayDialog saying={saying} text={reason} onType={setReason} command={keep} onClose={() => setAsking(false)} send={(why) => void keep.carryOut({ incident, containment, reason: why })} />}
      <StepUpDialog stepUp={lift.stepUp} />
    </span>
  )
}
