'use client'
import { useState } from 'react'
import type { Command } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Field } from '~/components/ui/field'
import { Form } from '~/components/ui/form'
import { Exact } from '~/components/ui/moment'
import { decideLater } from './decide-later'

type Props = { name: string; endsAt: string; command: Pick<Command<'allocations.extend'>, 'no' | 'isSending'>; onClose: () => void; onExtend: (until: string) => void }
/** Later by so many hours; the new end is shown before it is asked for. */
export function ExtendDialog({ name, endsAt, command, onClose, onExtend }: Props) {
  const [hours, setHours] = useState('24')
  const [tried, setTried] = useState(false)
  const until = decideLater(endsAt, hours)
  const problem = tried && until === null ? 'Write a whole number, such as 24.' : null
  function submit() {
    setTried(true)
    if (until !== null) onExtend(until)
  }
  return (
    <Dialog title={`Extend ${name}`} onClose={onClose} holds={command.isSending}>
      <Form onSubmit={submit} problems={problem === null ? [] : [{ field: 'hours', label: 'Later by', says: problem }]}>
        <Refused no={command.no} />
        <Field label="Later by" name="hours" unit="hours" inputMode="numeric" autoComplete="off" className="w-24" value={hours} onType={setHours} problem={problem} />
        <p className="text-dense">It ends <Exact at={endsAt} />{until !== null && <>, and would end <Exact at={until} /></>}.</p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isSaving={command.isSending}>Extend allocation</Button>
        </div>
      </Form>
    </Dialog>
  )
}
