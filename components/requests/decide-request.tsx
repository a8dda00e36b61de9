'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Form } from '~/components/ui/form'
import { TextArea } from '~/components/ui/text-area'
import { requestRefusals } from '~/server/requests/request.refusals'

type Props = { request: string; terms: string; ask: string; consequence: string; whyNot: { approve: string | null; refuse: string | null } }

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
      {isRefusing && <Refusal ask={ask} command={refuse} onClose={() => setRefusing(false)} send={(reason) => void refuse.carryOut({ request, reason })} />}
    </div>
  )
}

type Refusing = { ask: string; command: Pick<ReturnType<typeof useCommand<'requests.refuse'>>, 'no' | 'isSending'>; onClose: () => void; send: (reason: string) => void }
function Refusal({ ask, command, onClose, send }: Refusing) {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const problem = tried && !reason.trim() ? 'A refusal says why.' : null
  function submit() {
    setTried(true)
    if (reason.trim()) send(reason.trim())
  }
  return (
    <Dialog title="Refuse request" onClose={onClose} holds={command.isSending}>
      <Form onSubmit={submit} problems={problem === null ? [] : [{ field: 'reason', label: 'Reason', says: problem }]}>
        <p>{ask}. Whoever asked is shown the reason.</p>
        <Refused no={command.no} />
        <TextArea label="Reason" name="reason" longest={500} value={reason} onType={setReason} problem={problem} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isSaving={command.isSending}>Refuse request</Button>
        </div>
      </Form>
    </Dialog>
  )
}
