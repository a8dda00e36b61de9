'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { FormDialog } from '~/components/shell/form-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { TextArea } from '~/components/ui/text-area'
import { investigationRefusals } from '~/server/investigations/investigation.refusals'

type Props = { investigation: string; pin: string; /** What the record is called. */ name: string; whyNot: { note: Reason | null; unpin: Reason | null } }

/** What can be done beside a record: another note, or taking it out of the timeline. */
export function PinMenu({ investigation, pin, name, whyNot }: Props) {
  const [asking, setAsking] = useState<'note' | 'unpin' | null>(null)
  const [text, setText] = useState('')
  const close = (says: string) => () => {
    setAsking(null)
    setText('')
    announce(says)
  }
  const note = useCommand('investigations.note', investigationRefusals, close('It is noted.'))
  const unpin = useCommand('investigations.unpin', investigationRefusals, close('It is unpinned.'))
  const said = text.trim()
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="dense" aria-label={`Add a note to ${name}`} whyNot={whyNot.note} onClick={() => setAsking('note')}>Add note</Button>
      <Button size="dense" aria-label={`Unpin ${name}`} whyNot={whyNot.unpin} onClick={() => setAsking('unpin')}>Unpin</Button>
      {asking === 'note' && (
        <FormDialog title={`Note beside ${name}`} deed="Add note" command={note} problems={[]} onSubmit={() => { if (said) void note.carryOut({ investigation, pinned: pin, note: said }) }} onClose={() => setAsking(null)}>
          <TextArea label="Note" name="note" longest={500} value={text} onType={setText} hint="It is not changed any more: what turns out otherwise is another note." />
        </FormDialog>
      )}
      {asking === 'unpin' && (
        <FormDialog title={`Unpin ${name}`} deed="Unpin" command={unpin} problems={[]} onSubmit={() => { if (said) void unpin.carryOut({ investigation, pinned: pin, reason: said }) }} onClose={() => setAsking(null)}>
          <TextArea label="Reason" name="reason" longest={500} value={text} onType={setText} hint="It leaves the timeline. That it was pinned, by whom and why stays under what was done." />
        </FormDialog>
      )}
    </span>
  )
}
