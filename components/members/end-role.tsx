'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { memberRefusals } from '~/server/members/member.refusals'

export function EndRole({ tenant, binding, name, role, where, whyNot }: { tenant: string; binding: string; name: string; role: string; where: string; whyNot: Reason | null }) {
  const end = useCommand('members.end', memberRefusals, () => announce(`${name} is ${role.toLowerCase()} of ${where} no more.`))
  const signing = { deed: `End the role ${role.toLowerCase()} of ${name} in ${where}`, consequence: 'It ends at once, in every session. That it was held stays to be seen.' }
  return (
    <span className="inline-grid justify-items-end gap-1 whitespace-normal">
      <Button size="dense" whyNot={whyNot} isSaving={end.isSending} onClick={() => void end.carryOut({ tenant, binding }, signing)} aria-label={`End the role ${role.toLowerCase()} of ${name} in ${where}`}>End</Button>
      <Refused no={end.no} />
      <StepUpDialog stepUp={end.stepUp} />
    </span>
  )
}
