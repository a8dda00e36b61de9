'use client'
import { useState } from 'react'
import { announce } from '~/components/shell/announcer'
import { methodWord } from '~/components/sign-in/sign-in-words'
import { signOut } from '~/components/sign-in/sign-out'
import { useCommand } from '~/components/shell/command'
import { Refused } from '~/components/shell/refused'
import { StepUpDialog } from '~/components/shell/step-up-dialog'
import { Badge } from '~/components/ui/badge'
import { Button } from '~/components/ui/button'
import { Ago, Exact } from '~/components/ui/moment'
import type { Reason } from '~/components/ui/reason'
import { exact } from '~/components/ui/time'
import { sentence } from '~/components/ui/sentence'
import { Cell, Head, Name, Row, Table } from '~/components/ui/table'
import type { SessionShown } from '~/server/sessions/list-sessions'
import { sessionRefusals } from '~/server/sessions/session.refusals'
import { many } from '~/server/shared/many'
import { browserOf } from './browser-of'

const ends: Record<string, string> = {
  signed_out: 'signed out', ended_by_owner: 'you ended it', ended_by_platform: 'an admin ended it', idle: 'not used for too long', too_old: 'too old', replaced: 'another took its place', provider: 'signed out elsewhere',
}

export function SessionTable({ sessions, now, whyNot }: { sessions: readonly SessionShown[]; now: string; whyNot: Reason | null }) {
  const [ending, setEnding] = useState<string | null>(null)
  const end = useCommand('sessions.end', sessionRefusals, () => announce('The session has ended.'))
  const endOthers = useCommand('sessions.endOthers', sessionRefusals, () => announce('All your other sessions have ended.'))
  const others = sessions.filter(({ here, endedBecause }) => !here && endedBecause === null).length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Refused no={end.no ?? endOthers.no} />
      {others > 0 && (
        <div>
          <Button whyNot={whyNot} isSaving={endOthers.isSending} onClick={() => void endOthers.carryOut({}, { deed: `End your ${many(others, 'other session')}`, consequence: 'It is felt in those browsers at once. This one goes on.' })}>End all others</Button>
        </div>
      )}
      <Table label="Your sessions">
        <Head columns={['Browser', 'State', 'From', 'With', 'Signed in', { says: 'Last seen', sorted: 'descending' }, { says: 'Actions', hidden: true }]} />
        <tbody>
          {sessions.map(({ session, here, signedInAt, lastSeenAt, endedBecause, sourceAddress, userAgent, methods, provider }) => {
            const which = `${browserOf(userAgent)}, signed in ${exact(signedInAt)}`
            return (
              <Row key={session}>
                <Name plain><span title={userAgent}>{browserOf(userAgent)}</span></Name>
                <Cell>{endedBecause !== null ? <Badge tone="neutral">Ended: {ends[endedBecause] ?? endedBecause}</Badge> : <Badge tone="ok">{here ? 'Active: this browser' : 'Active'}</Badge>}</Cell>
                <Cell><span className="name">{sourceAddress}</span></Cell>
                <Cell>{sentence(methods.map((method) => (method === 'provider' && provider !== null ? provider : methodWord(method))).join(' and '))}</Cell>
                <Cell><Exact at={signedInAt} /></Cell>
                <Cell><Ago at={lastSeenAt} now={new Date(now)} /></Cell>
                <Cell figure>
                  {here && <Button size="dense" onClick={() => void signOut()}>Sign out</Button>}
                  {!here && endedBecause === null && (
                    <Button
                      size="dense" whyNot={whyNot} isSaving={end.isSending && ending === session} aria-label={`End the session of ${which}`}
                      onClick={() => { setEnding(session); void end.carryOut({ session }, { deed: `End the session of ${which}`, consequence: 'It is felt in that browser at once.' }) }}
                    >
                      End
                    </Button>
                  )}
                </Cell>
              </Row>
            )
          })}
        </tbody>
      </Table>
      <StepUpDialog stepUp={end.stepUp ?? endOthers.stepUp} />
    </div>
  )
}
