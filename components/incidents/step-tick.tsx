'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { SayDialog } from '~/components/shell/say-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { incidentRefusals } from '~/server/incidents/incident.refusals'

/** A step is done; or it is left out, and somebody says why. `number` tells the buttons of a list apart. */
export function StepTick({ incident, step, number, whyNot }: { incident: string; step: string; number: number; whyNot: Reason | null }) {
  const [isAsking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const tick = useCommand('incidents.tick', incidentRefusals, () => { setAsking(false); announce(`Step ${number} is answered.`) })
  const saying = { title: `Leave out step ${number}`, label: 'Reason', name: 'reason', hint: 'It stands in the report.', empty: 'Whoever reads the report wants to know why.', deed: 'Leave out' }
  return (
    <>
      <span className="flex flex-wrap gap-2">
        <Button aria-label={`Done, step ${number}`} isSaving={tick.isSending} whyNot={whyNot} onClick={() => void tick.carryOut({ incident, step, state: 'done', note: null })}>Done</Button>
        <Button aria-label={`Leave out step ${number}`} whyNot={whyNot} onClick={() => setAsking(true)}>Leave out</Button>
      </span>
      <Refused no={isAsking ? null : tick.no} />
      {isAsking && <SayDialog saying={saying} text={note} onType={setNote} command={tick} onClose={() => setAsking(false)} send={(why) => void tick.carryOut({ incident, step, state: 'left', note: why })} />}
    </>
  )
}
