'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import type { OverThePage } from '~/components/shell/overlays'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { useAtOnce } from '~/components/ui/at-once'
import { Button } from '~/components/ui/button'
import { Dialog } from '~/components/ui/dialog'
import { sessionRefusals } from '~/server/sessions/session.refusals'

const signing = { deed: 'Confirm that it is you', consequence: 'You can approve and change things again, as your roles allow.' }

/** Powers that rested are woken by showing a factor. Nothing else changes, and the page stays as it is. */
export function ConfirmPowers({ onClose }: OverThePage) {
  const confirm = useCommand('sessions.confirm', sessionRefusals, () => {
    announce('Your powers are live again.')
    onClose()
  })
  useAtOnce(() => void confirm.carryOut({}, signing))
  const { stepUp, no } = confirm
  if (stepUp) return <StepUpDialog stepUp={{ ...stepUp, cancel: () => { stepUp.cancel(); onClose() } }} />
  if (!no) return null
  return (
    <Dialog title="Confirm that it is you" onClose={onClose}>
      <div className="grid gap-4">
        <Refused no={no} />
        <div className="flex justify-end"><Button onClick={onClose}>Close</Button></div>
      </div>
    </Dialog>
  )
}
