import type { AuthenticationResponseJSON, PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser'
import type { Sentence } from '~/components/shell/answer'

type FromDevice<T> = { ok: true; value: T } | { ok: false; no: Sentence }
type Options = { make: PublicKeyCredentialCreationOptionsJSON; show: PublicKeyCredentialRequestOptionsJSON }
/** Signs what it is shown, as a device does. */
export type ShowPasskey = (options: unknown) => Promise<FromDevice<Answers['show']>>
export type Answers = { make: RegistrationResponseJSON; show: AuthenticationResponseJSON }

const noPasskeys = { says: 'This browser knows no passkeys.', fix: 'Choose another way, or another browser.' }
const notLoaded = { says: 'What speaks with passkeys could not be loaded.', fix: 'Check the connection and try again.' }
/** A browser does not say whether somebody said no, waited too long, or has none that fits: whoever asks shall not learn it. */
const notDone = {
  make: { says: 'No passkey was made.', fix: 'Try again, or choose another way.' },
  show: { says: 'No passkey was shown.', fix: 'Try again, or choose another way.' },
}
const sentences: Readonly<Record<string, Sentence>> = {
  InvalidStateError: { says: 'This device holds a passkey of yours already.', fix: 'Use that one, or make one on another device.' },
  ConstraintError: { says: 'This device cannot find out that it is you.', fix: 'Choose one that asks for a finger, a face or a PIN.' },
  NotSupportedError: { says: 'This device makes no passkeys that are taken here.', fix: 'Choose another device, or another way.' },
  SecurityError: { says: 'Passkeys do not work at this address.', fix: 'Open Bailiwick by the name that it has, over https.' },
}

/** What the engine says is to be made or signed comes as JSON, and goes to the device as it came: whatever is wrong with it, the device says. */
export const asOptions = <K extends keyof Options>(said: unknown): Options[K] => said as Options[K]

async function fromDevice<K extends keyof Options>(what: K, ask: (library: typeof import('@simplewebauthn/browser')) => Promise<Answers[K]>): Promise<FromDevice<Answers[K]>> {
  const library = await import('@simplewebauthn/browser').catch(() => null)
  if (!library) return { ok: false, no: notLoaded }
  if (!library.browserSupportsWebAuthn()) return { ok: false, no: noPasskeys }
  try {
    return { ok: true, value: await ask(library) }
  } catch (thrown) {
    return { ok: false, no: sentences[thrown instanceof Error ? thrown.name : ''] ?? notDone[what] }
  }
}
/** What speaks with the device is fetched when somebody wants to. */
export const makePasskey = (said: unknown): Promise<FromDevice<Answers['make']>> => fromDevice('make', ({ startRegistration }) => startRegistration({ optionsJSON: asOptions<'make'>(said) }))
export const showPasskey: ShowPasskey = (said) => fromDevice('show', ({ startAuthentication }) => startAuthentication({ optionsJSON: asOptions<'show'>(said) }))
