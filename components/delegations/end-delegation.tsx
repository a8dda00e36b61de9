'use client'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import type { Reason } from '~/components/ui/reason'
import { delegationRefusals } from '~/server/delegations/delegation.refusals'

/** Without a tenant it is one on the platform. */
export function EndDelegation({ tenant, delegation, giver, delegate, whyNot }: { tenant: string | null; delegation: string; giver: string; delegate: string; whyNot: Reason | null }) {
  const done = () => announce(`${delegate} decides for ${giver} no more.`)
  const inTenant = useCommand('delegations.end', delegationRefusals, done)
  const onPlatform = useCommand('delegations.endOnPlatform', delegationRefusals, done)
  const end = () => void (tenant === null ? onPlatform.carryOut({ delegation }) : inTenant.carryOut({ tenant, delegation }))
  return (
    <span className="inline-grid justify-items-end gap-1 whitespace-normal">
      <Button size="dense" whyNot={whyNot} isSaving={inTenant.isSending || onPlatform.isSending} onClick={end} aria-label={`End that ${delegate} decides for ${giver}`}>End</Button>
      <Refused no={inTenant.no ?? onPlatform.no} />
    </span>
  )
}
