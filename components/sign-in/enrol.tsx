'use client'
import type { Outcome } from '~/components/shell/answer'
import { NewFactor } from '~/components/factors/new-factor'
import { atThreshold } from './come-in'
import { useTurn } from './use-turn'

type Enrolled = Extract<Outcome<'signIn.enrolCode'>, { ok: true }>['value']

/** Everybody has a second factor: who has none yet adds one before they are in. */
export function Enrol({ onEnrolled }: { onEnrolled: (enrolled: Enrolled) => void }) {
  const turn = useTurn()
  const told = (answer: Outcome<'signIn.enrolPasskey'> | Outcome<'signIn.enrolCode'>) => {
    if (answer.ok) onEnrolled(answer.value)
    return answer
  }
  return (
    <NewFactor by={{
      isSending: turn.isSending, no: turn.no,
      beginPasskey: () => atThreshold('signIn.beginPasskey', {}), beginCode: () => atThreshold('signIn.beginCode', {}),
      addPasskey: async (label, attestation) => { await turn.run(async () => told(await atThreshold('signIn.enrolPasskey', { label, attestation }))) },
      addCode: async (label, code) => { await turn.run(async () => told(await atThreshold('signIn.enrolCode', { label, code }))) },
    }} />
  )
}
