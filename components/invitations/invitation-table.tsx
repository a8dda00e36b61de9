import { roleWord } from '~/components/shell/why-not'
import { Badge, type Tone } from '~/components/ui/badge'
import { Ahead, Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { sentence } from '~/components/ui/sentence'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { WithdrawInvitation } from './withdraw-invitation'

type State = 'open' | 'used' | 'withdrawn' | 'lapsed'
export type Invitation = { invitation: string; email: string; role: string; namespace: string | null; invitedBy: string | null; invitedAt: string; expiresAt: string; state: State }
const states: Record<State, [tone: Tone, says: string]> = { open: ['notice', 'Open'], used: ['ok', 'Accepted'], withdrawn: ['neutral', 'Withdrawn'], lapsed: ['neutral', 'Lapsed'] }

/** Who was invited, and what became of it. Without a tenant they are those to the platform. */
export function InvitationTable({ tenant, invitations, now, whyNot }: { tenant: string | null; invitations: readonly Invitation[]; now: Date; whyNot: Reason | null }) {
  return (
    <Table label="Invitations">
      <Head columns={['E-mail', 'State', 'Role', 'Where', { says: 'Invited', sorted: 'descending' }, 'Invited by', { says: 'Actions', hidden: true }]} />
      <tbody>
        {invitations.map(({ invitation, email, role, namespace, invitedBy, invitedAt, expiresAt, state }) => {
          const [tone, says] = states[state]
          return (
            <Row key={invitation}>
              <Name plain>{email}</Name>
              <Cell><Badge tone={tone}>{says}{state === 'open' && <>, lapses <Ahead at={expiresAt} now={now} /></>}</Badge></Cell>
              <Cell>{sentence(roleWord(role))}</Cell>
              <Cell>{namespace === null ? (tenant === null ? 'The platform' : 'The whole tenant') : <span className="name">{namespace}</span>}</Cell>
              <Cell><Exact at={invitedAt} /></Cell>
              <Cell>{invitedBy}</Cell>
              <Cell figure>{state === 'open' && <WithdrawInvitation tenant={tenant} invitation={invitation} email={email} whyNot={whyNot} />}</Cell>
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
