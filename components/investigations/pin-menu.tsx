'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { SayDialog } from '~/components/shell/say-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { investigationRefusals } from '~/server/investigations/investigation.refusals'

type Props = { investigation: string; pin: string; /** What the record is called. */ name: string; whyNot: { note: Reason | null; unpin: Reason | null } }
type Asking = 'note' | 'unpin'
const unsaid: Readonly<Record<Asking, string>> = { note: '', unpin: '' }

/** What can be done beside a record: another note, or taking it out of the timeline. */
export function PinMenu({ investigation, pin, name, whyNot }: Props) {
  const [asking, setAsking] = useState<Asking | null>(null)
  const [texts, setTexts] = useState(unsaid)
  const close = (says: string) => () => {
    setAsking(null)
    setTexts(unsaid)
    announce(says)
  }
  const note = useCommand('investigations.note', investigationRefusals, close('It is noted.'))
  const unpin = useCommand('investigations.unpin', investigationRefusals, close('It is unpinned.'))
  const sayings = {
    note: { title: `Note beside ${name}`, label: 'Note', name: 'note', hint: 'It is not changed any more: what turns out otherwise is another note.', empty: 'A note says something.', deed: 'Add note' },
    unpin: { title: `Unpin ${name}`, label: 'Reason', name: 'reason', hint: 'It leaves the timeline. That it was pinned, by whom and why stays under what was done.', empty: 'Whoever reads the investigation wants to know why.', deed: 'Unpin' },
  } as const
  const send = (what: Asking, said: string) => void (what === 'note' ? note.carryOut({ investigation, pinned: pin, note: said }) : unpin.carryOut({ investigation, pinned: pin, reason: said }))
  return (
    <span className="flex flex-wrap gap-2">
      <Button size="dense" aria-label={`Add a note to ${name}`} whyNot={whyNot.note} onClick={() => setAsking('note')}>Add note</Button>
      <Button size="dense" aria-label={`Unpin ${name}`} whyNot={whyNot.unpin} onClick={() => setAsking('unpin')}>Unpin</Button>
      {asking && (
        <SayDialog
          saying={sayings[asking]} text={texts[asking]} onType={(text) => setTexts({ ...texts, [asking]: text })} command={{ note, unpin }[asking]} onClose={() => setAsking(null)}
          send={(said) => send(asking, said)}
        />
      )}
    </span>
  )
}
