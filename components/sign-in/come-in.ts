import type { InputOf, Outcome } from '~/components/shell/answer'
import { send } from '~/components/shell/send'
import { type ShowPasskey, showPasskey } from '~/components/factors/device'
import { signInRefusals } from '~/server/sign-in/sign-in.refusals'

type Step = 'signIn.withPassword' | 'signIn.withCode' | 'signIn.withRecoveryCode' | 'signIn.beginPasskey' | 'signIn.enrolPasskey' | 'signIn.beginCode' | 'signIn.enrolCode' | 'signIn.challenge' | 'signIn.withPasskey'

/** Before anybody is known: sent once, and never again by itself. */
export const atThreshold = <N extends Step>(step: N, input: InputOf<N>): Promise<Outcome<N>> => send(step, input, signInRefusals, { key: crypto.randomUUID() })

/** The engine says what is to be signed; the device signs it; the engine says whose it is. */
export async function withPasskey(show: ShowPasskey = showPasskey) {
  const asked = await atThreshold('signIn.challenge', {})
  if (!asked.ok) return asked
  const shown = await show(asked.value.options)
  return shown.ok ? atThreshold('signIn.withPasskey', { assertion: shown.value }) : shown
}
