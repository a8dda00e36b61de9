'use client'
import { Cancel } from '~/components/shell/cancel'
import type { Command } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'

type Props = { name: string; asks: string; command: Pick<Command<'allocations.release'>, 'no' | 'isSending'>; onClose: () => void; onRelease: () => void }
/** What is given back is given back at once, and running work ends: so it is asked once. */
export function ReleaseDialog({ name, asks, command, onClose, onRelease }: Props) {
  return (
    <Dialog title={`Release ${name}`} onClose={onClose} holds={command.isSending}>
      <div className="grid gap-4">
        <p>{asks}</p>
        <Refused no={command.no} />
        <div className="flex flex-wrap justify-end gap-3">
          <Cancel isSending={command.isSending} onClick={onClose} />
          <Button look="primary" isSaving={command.isSending} onClick={onRelease}>Release allocation</Button>
        </div>
      </div>
    </Dialog>
  )
}
