'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Form } from '~/components/ui/form'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { incidentRefusals } from '~/server/incidents/incident.refusals'

/** A step is done; or it is left out, and somebody says why. `number` tells the buttons of a list apart. */
export function StepTick({ incident, step, number, whyNot }: { incident: string; step: string; number: number; whyNot: Reason | null }) {
  const [isAsking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const tick = useCommand('incidents.tick', incidentRefusals, () => { setAsking(false); announce(`Step ${number} is answered.`) })
  return (
    <>
      <span className="flex flex-wrap gap-2">
        <Button aria-label={`Done, step ${number}`} isSaving={tick.isSending} whyNot={whyNot} onClick={() => void tick.carryOut({ incident, step, state: 'done', note: null })}>Done</Button>
        <Button aria-label={`Leave out step ${number}`} whyNot={whyNot} onClick={() => setAsking(true)}>Leave out</Button>
      </span>
      <Refused no={isAsking ? null : tick.no} />
      {isAsking && (
        <Dialog title={`Leave out step ${number}`} onClose={() => setAsking(false)} holds={tick.isSending}>
          <Form onSubmit={() => { if (note.trim()) void tick.carryOut({ incident, step, state: 'left', note: note.trim() }) }}>
            <Refused no={tick.no} />
            <TextArea label="Reason" name="reason" longest={500} value={note} onType={setNote} hint="It stands in the report." />
            <div className="flex flex-wrap justify-end gap-3">
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button look="primary" type="submit" isSaving={tick.isSending}>Leave out</Button>
            </div>
          </Form>
        </Dialog>
      )}
    </>
  )
}
