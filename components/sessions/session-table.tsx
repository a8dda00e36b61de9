'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { signOut } from '~/components/identity/sign'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Ago, Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { exact } from '~/components/ui/time'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import { sessionRefusals } from '~/server/sessions/session.refusals'
import { browserOf } from './browser-of'

type Session = { session: string; here: boolean; signedInAt: string; lastSeenAt: string; endedBecause: string | null; sourceAddress: string; userAgent: string }
const ends: Record<string, string> = { signed_out: 'signed out', ended_by_owner: 'you ended it', idle: 'not used for too long', too_old: 'too old', replaced: 'you signed in again there' }

export function SessionTable({ sessions, now, whyNot }: { sessions: Session[]; now: string; whyNot: Reason | null }) {
  const [ending, setEnding] = useState<string | null>(null)
  const end = useCommand('sessions.end', sessionRefusals, () => announce('The session has ended.'))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Refused no={end.no} />
      <Table label="Your sessions">
        <Head columns={['Browser', 'State', 'From', 'Signed in', { says: 'Last seen', sorted: 'descending' }, { says: 'Actions', hidden: true }]} />
        <tbody>
          {sessions.map(({ session, here, signedInAt, lastSeenAt, endedBecause, sourceAddress, userAgent }) => (
            <Row key={session}>
              <Name plain><span title={userAgent}>{browserOf(userAgent)}</span></Name>
              <Cell>{endedBecause !== null ? <Badge tone="neutral">Ended: {ends[endedBecause] ?? endedBecause}</Badge> : <Badge tone="ok">{here ? 'Active: this browser' : 'Active'}</Badge>}</Cell>
              <Cell><span className="name">{sourceAddress}</span></Cell>
              <Cell><Exact at={signedInAt} /></Cell>
              <Cell><Ago at={lastSeenAt} now={new Date(now)} /></Cell>
              <Cell figure>
                {here && <Button size="dense" onClick={() => void signOut()}>Sign out</Button>}
                {!here && endedBecause === null && (
                  <Button
                    size="dense" whyNot={whyNot} isSaving={end.isSending && ending === session} onClick={() => { setEnding(session); void end.carryOut({ session }) }}
                    aria-label={`End the session of ${browserOf(userAgent)}, signed in ${exact(signedInAt)}`}
                  >
                    End
                  </Button>
                )}
              </Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
