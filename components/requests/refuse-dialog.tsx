'use client'
import { useState } from 'react'
import type { Command } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Form } from '~/components/ui/form'
import { TextArea } from '~/components/ui/text-area'

type Props = { ask: string; command: Pick<Command<'requests.refuse'>, 'no' | 'isSending'>; onClose: () => void; send: (reason: string) => void }
/** No is said with a reason, which whoever asked is shown. */
export function RefuseDialog({ ask, command, onClose, send }: Props) {
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
