'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Ago, Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { tokenRefusals } from '~/server/tokens/token.refusals'
import type { TokenShown } from '~/server/tokens/list-tokens'

function State({ token: { endedAt, expiresAt }, now }: { token: TokenShown; now: Date }) {
  if (endedAt !== null) return <Badge tone="neutral">Revoked</Badge>
  return new Date(expiresAt) <= now ? <Badge tone="neutral">Expired</Badge> : <Badge tone="ok">Works</Badge>
}

/** What machines of one's own show. To take one back needs no second factor: it only ever makes less possible. */
export function TokenTable({ tokens, now, whyNot }: { tokens: readonly TokenShown[]; now: string; whyNot: Reason | null }) {
  const [revoking, setRevoking] = useState<string | null>(null)
  const revoke = useCommand('tokens.revoke', tokenRefusals, () => announce('The token was revoked.'))
  const at = new Date(now)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Refused no={revoke.no} />
      <Table label="Your tokens">
        <Head columns={['Title', 'State', 'May', { says: 'Made', sorted: 'descending' }, 'Expires', 'Last used', { says: 'Actions', hidden: true }]} />
        <tbody>
          {tokens.map((token) => (
            <Row key={token.token}>
              <Name plain>{token.title}</Name>
              <Cell><State token={token} now={at} /></Cell>
              <Cell wide><span className="name whitespace-normal">{token.actions.join(', ')}</span></Cell>
              <Cell><Exact at={token.madeAt} /></Cell>
              <Cell><Exact at={token.expiresAt} /></Cell>
              <Cell>{token.lastUsedAt && <Ago at={token.lastUsedAt} now={at} />}</Cell>
              <Cell figure>
                {token.endedAt === null && new Date(token.expiresAt) > at && (
                  <Button size="dense" whyNot={whyNot} isSaving={revoke.isSending && revoking === token.token} onClick={() => { setRevoking(token.token); void revoke.carryOut({ token: token.token }) }} aria-label={`Revoke ${token.title}`}>Revoke</Button>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
