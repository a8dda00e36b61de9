import people from '~/prisma/seed/people.json' with { type: 'json' }
import { Denied } from '~/server/authorization/denied'
import type { SelfReader } from '~/server/database/read'
import { demoCredentialId, type PasskeyKey } from './authenticator'
import { demoKey, isDemo } from './demo'

/** A private key that is in the repository, for everybody to read. */
export type PasskeyShown = { name: string; credentialId: string; key: PasskeyKey }

/** The passkey of whoever asks, if they are one of the demo's people; whoever came since has a device of their own. */
export async function showPasskey({ actor: { email } }: SelfReader): Promise<PasskeyShown | null> {
  if (!isDemo()) throw new Denied('not_found')
  const person = people.find((one) => one.email === email)
  return person ? { name: person.name, credentialId: await demoCredentialId(email), key: demoKey() } : null
}
