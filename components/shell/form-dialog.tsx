'use client'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { Form, type Problem } from '~/components/ui/form'
import type { No } from './answer'
import { Cancel } from './cancel'
import { Refused } from './refused'

type Props = { title: string; /** What the button says that does it. */ deed: string; command: { no: No<string> | null; isSending: boolean }; problems: readonly Problem[]; /** Whether something was typed that is lost with the page. */ dirty: boolean; onSubmit: () => void; onClose: () => void; children: React.ReactNode }
/** A deed that wants a few words or figures first: why it was not done stands above them, and while it is sent the dialog stays. */
export function FormDialog({ title, deed, command, problems, dirty, onSubmit, onClose, children }: Props) {
  return (
    <Dialog title={title} onClose={onClose} holds={command.isSending}>
      <Form onSubmit={onSubmit} problems={problems} dirty={dirty}>
        <Refused no={command.no} />
        {children}
        <div className="flex flex-wrap justify-end gap-3">
          <Cancel isSending={command.isSending} onClick={onClose} />
          <Button look="primary" type="submit" isSaving={command.isSending}>{deed}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
