import credentials from '~/prisma/seed/credentials.json' with { type: 'json' }
import people from '~/prisma/seed/people.json' with { type: 'json' }
import type { PasskeyKey } from './authenticator'

/** The web process says so itself (server/web.ts), after its settings were found to allow it. */
export const isDemo = (): boolean => process.env.DEMO === '1'

/** Everybody there is in the demo, and nobody anywhere else. */
export const isDemoPerson = (email: string): boolean => isDemo() && people.some((person) => person.email === email)

type DemoPerson = { name: string; email: string; role: string; place: string | null }
export type Demo = { people: readonly DemoPerson[]; password: string; passkey: PasskeyKey }
export const demoPeople = (): Demo | null => (isDemo() ? { people, password: credentials.password, passkey: credentials.passkey } : null)
export const demoSecret = (): string => credentials.totpSecret
export const demoKey = (): PasskeyKey => credentials.passkey
