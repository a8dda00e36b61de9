'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { memberRefusals } from '~/server/members/member.refusals'

export function UnbindGroup({ tenant, groupBinding, group, role, where, whyNot }: { tenant: string; groupBinding: string; group: string; role: string; where: string; whyNot: Reason | null }) {
  const says = `Take the role ${role.toLowerCase()} in ${where} from group ${group}`
  const unbind = useCommand('members.unbindGroup', memberRefusals, () => announce(`Nobody is ${role.toLowerCase()} of ${where} by group ${group} any more.`))
  return (
    <span className="inline-grid justify-items-end gap-1 whitespace-normal">
      <Button size="dense" whyNot={whyNot} isSaving={unbind.isSending} onClick={() => void unbind.carryOut({ tenant, groupBinding }, { deed: says, consequence: 'Everybody who holds it by the group loses it at once. That it was held stays to be seen.' })} aria-label={says}>End</Button>
      <Refused no={unbind.no} />
      <StepUpDialog stepUp={unbind.stepUp} />
    </span>
  )
}
