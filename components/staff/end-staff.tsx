'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { staffRefusals } from '~/server/staff/staff.refusals'

export function EndStaff({ binding, name, role, whyNot }: { binding: string; name: string; role: string; whyNot: Reason | null }) {
  const deed = `End the role ${role.toLowerCase()} of ${name} on the platform`
  const end = useCommand('staff.end', staffRefusals, () => announce(`${name} is ${role.toLowerCase()} of the platform no more.`))
  return (
    <span className="inline-grid justify-items-end gap-1 whitespace-normal">
      <Button size="dense" whyNot={whyNot} isSaving={end.isSending} onClick={() => void end.carryOut({ binding }, { deed, consequence: 'It ends at once, in every session. That it was held stays to be seen.' })} aria-label={deed}>End</Button>
      <Refused no={end.no} />
      <StepUpDialog stepUp={end.stepUp} />
    </span>
  )
}
