'use client'
import { refusedBy } from '~/components/shell/answer'
import { useCommand } from '~/components/shell/command'
import { paths } from '~/components/shell/paths'
import { Refused } from '~/components/shell/refused'
import { Button } from '~/components/ui/button'
import { invitationRefusals } from '~/server/invitations/invitation.refusals'
import { isLinkToken, useLinkToken } from './link-token'

/** Somebody who is signed in takes what was promised to their address. */
export function TakeForm() {
  const token = useLinkToken()
  const take = useCommand('invitations.take', invitationRefusals, ({ tenant }) => location.assign(tenant === null ? paths.home() : paths.tenant(tenant)))
  if (token !== null && !isLinkToken(token)) return <Refused no={refusedBy(invitationRefusals, 'link_not_accepted')} />
  return (
    <div className="grid gap-4">
      <Refused no={take.no} />
      <div><Button look="primary" isSaving={take.isSending} onClick={() => void take.carryOut({ token: token ?? '' })}>Accept invitation</Button></div>
    </div>
  )
}
