'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { invitationRefusals } from '~/server/invitations/invitation.refusals'

/** Without a tenant it is one to the platform. */
export function WithdrawInvitation({ tenant, invitation, email, whyNot }: { tenant: string | null; invitation: string; email: string; whyNot: Reason | null }) {
  const done = () => announce(`The invitation of ${email} is withdrawn.`)
  const inTenant = useCommand('invitations.withdraw', invitationRefusals, done)
  const onPlatform = useCommand('invitations.withdrawOnPlatform', invitationRefusals, done)
  const withdraw = () => void (tenant === null ? onPlatform.carryOut({ invitation }) : inTenant.carryOut({ tenant, invitation }))
  return (
    <span className="inline-grid justify-items-end gap-1 whitespace-normal">
      <Button size="dense" whyNot={whyNot} isSaving={inTenant.isSending || onPlatform.isSending} onClick={withdraw} aria-label={`Withdraw the invitation of ${email}`}>Withdraw</Button>
      <Refused no={inTenant.no ?? onPlatform.no} />
    </span>
  )
}
