import type { Metadata } from 'next'
import { SessionTable } from '~/components/sessions/session-table'
import { whyNot } from '~/components/shell/why-not'
import { commandsAreCarriedOut, onPage } from '~/server/api/caller'
import { Screen } from '../../screen'

export const metadata: Metadata = { title: 'Sessions' }

export default async function Sessions() {
  const sessions = await onPage((door) => door.sessions.list({}))
  const reason = whyNot('end sessions', { standing: { may: true }, engineAnswers: await commandsAreCarriedOut() })
  const open = sessions.filter(({ endedBecause }) => endedBecause === null).length
  return (
    <Screen title="Sessions" says={<p>Where you are signed in: {open === 1 ? 'here only' : `${open} browsers`}. Ending a session is felt there at once.</p>}>
      <SessionTable sessions={sessions} now={new Date().toISOString()} whyNot={reason} />
    </Screen>
  )
}
