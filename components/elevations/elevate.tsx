'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { Cancel } from '~/components/shell/cancel'
import { useCommand } from '~/components/shell/command'
import type { OverThePage } from '~/components/shell/overlays'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Form } from '~/components/ui/form'
import { Select } from '~/components/ui/select'
import { TextArea } from '~/components/ui/text-area'
import { elevationRefusals } from '~/server/elevations/elevation.refusals'
import { many } from '~/server/shared/many'

const hoursWord = (hours: string) => many(Number(hours), 'hour')
/** Longer than that takes somebody else's yes, as long as the platform's policy says nothing else; the engine knows. */
const usuallyAlone = 8
const choices = ['1', '2', '4', '8', '12', '24']

/** For how long, and what for. The dialog gives way to the one that is signed, and comes back as it was if that is closed. */
export function Elevate({ onClose }: OverThePage) {
  const [hours, setHours] = useState('1')
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const begin = useCommand('elevations.begin', elevationRefusals, () => {
    announce(`You are elevated for ${hoursWord(hours)}.`)
    onClose()
  })
  const ask = useCommand('elevations.ask', elevationRefusals, () => {
    announce('Somebody else of the platform is asked. You are told what they say, and elevate then.')
    onClose()
  })
  const takesSecond = Number(hours) > usuallyAlone
  const problem = tried && !reason.trim() ? 'Whoever reads the record wants to know why.' : null
  function submit() {
    setTried(true)
    if (!reason.trim()) return
    void begin.carryOut({ hours: Number(hours), reason: reason.trim() }, { deed: `Elevate for ${hoursWord(hours)}`, consequence: `You can change things on the platform, in this browser. Reason: ${reason.trim()}` })
  }
  function askOthers() {
    setTried(true)
    if (reason.trim()) void ask.carryOut({ hours: Number(hours), reason: reason.trim() })
  }
  if (begin.stepUp) return <StepUpDialog stepUp={begin.stepUp} />
  return (
    <Dialog title="Elevate" onClose={onClose} holds={begin.isSending || ask.isSending}>
      <Form onSubmit={submit} problems={problem === null ? [] : [{ field: 'reason', label: 'Reason', says: problem }]} dirty={reason.trim() !== ''}>
        <p>A platform admin reads. To change things, say for how long, and what for; both stand in the record.</p>
        <Refused no={begin.no ?? ask.no} />
        <Select label="For how long" name="hours" value={hours} onChoose={setHours} options={choices.map((value) => ({ value, says: hoursWord(value) }))} />
        {takesSecond && <p>More than {hoursWord(String(usuallyAlone))} take the yes of somebody else of the platform. When they have said it you elevate within a day, once.</p>}
        <TextArea label="Reason" name="reason" rows={3} longest={500} value={reason} onType={setReason} problem={problem} placeholder="Open the tenant of the new team" />
        <div className="flex flex-wrap justify-end gap-3">
          <Cancel isSending={begin.isSending || ask.isSending} onClick={onClose} />
          {takesSecond && <Button isSaving={ask.isSending} onClick={askOthers}>Ask for it</Button>}
          <Button look="primary" type="submit" isSaving={begin.isSending}>Elevate</Button>
        </div>
      </Form>
    </Dialog>
  )
}
