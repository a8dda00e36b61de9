'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import type { Reason } from '~/components/ui/reason'
import { RowMenu } from '~/components/ui/row-menu'
import { roleRefusals } from '~/server/roles/role.refusals'
import { many } from '~/server/shared/many'

export function RoleMenu({ tenant, role, title, people, change, whyNot }: { tenant: string; role: string; title: string; people: number; change: string; whyNot: { change: Reason | null; end: Reason | null } }) {
  const end = useCommand('roles.end', roleRefusals, () => announce(`The role “${title}” has ended.`))
  const lose = people === 0 ? 'Nobody holds it.' : `${many(people, 'person loses', 'people lose')} it at once.`
  return (
    <span className="inline-grid justify-items-end gap-1 whitespace-normal">
      <RowMenu of={title} actions={[{ says: 'Change', href: change, whyNot: whyNot.change }, { says: 'End', whyNot: whyNot.end, onSelect: () => void end.carryOut({ tenant, role }, { deed: `End the role “${title}” of ${tenant}`, consequence: lose }) }]} />
      <Refused no={end.no} />
      <StepUpDialog stepUp={end.stepUp} />
    </span>
  )
}
