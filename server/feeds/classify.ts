/** What sort of event a recorded action is, in the words that receivers sort by. What is not named here is a call of the product's own interface. */
import { effectOf } from '~/server/levels/decide-level'

const eventClasses = ['api', 'logon', 'logoff', 'proof', 'account', 'grant', 'revoke', 'session'] as const
type EventClass = (typeof eventClasses)[number]
const apiActivities = ['create', 'read', 'update', 'delete'] as const
const accountActivities = ['enable', 'password_change', 'password_reset', 'disable', 'factor_on', 'factor_off', 'other'] as const
export type Event =
  | { readonly class: 'api'; readonly activity: (typeof apiActivities)[number] }
  | { readonly class: 'account'; readonly activity: (typeof accountActivities)[number] }
  | { readonly class: Exclude<EventClass, 'api' | 'account'> }

const special: Readonly<Record<string, Event>> = {
  // Somebody comes in, or tries to; and goes.
  'demo.code': { class: 'proof' }, 'demo.passkey': { class: 'proof' }, 'identity.beginStepUp': { class: 'proof' }, 'identity.challenge': { class: 'proof' },
  'providers.logOut': { class: 'logoff' }, 'providers.signIn': { class: 'logon' },
  'sessions.end': { class: 'logoff' }, 'sessions.endOthers': { class: 'logoff' }, 'sessions.expire': { class: 'logoff' }, 'sessions.use': { class: 'logon' }, 'people.endSessions': { class: 'logoff' }, 'tokens.use': { class: 'logon' },
  'signIn.beginCode': { class: 'proof' }, 'signIn.beginPasskey': { class: 'proof' }, 'signIn.challenge': { class: 'proof' }, 'signIn.withCode': { class: 'logon' }, 'signIn.withPasskey': { class: 'logon' },
  'signIn.withPassword': { class: 'logon' }, 'signIn.withRecoveryCode': { class: 'logon' }, 'signIn.withReset': { class: 'account', activity: 'password_reset' },
  // What somebody signs in with, and whether they may.
  'factors.addCode': { class: 'account', activity: 'factor_on' }, 'factors.addPasskey': { class: 'account', activity: 'factor_on' }, 'factors.makeRecoveryCodes': { class: 'account', activity: 'other' }, 'factors.remove': { class: 'account', activity: 'factor_off' },
  'factors.rename': { class: 'account', activity: 'other' }, 'passwords.change': { class: 'account', activity: 'password_change' }, 'people.disable': { class: 'account', activity: 'disable' }, 'people.enable': { class: 'account', activity: 'enable' },
  'people.reset': { class: 'account', activity: 'password_reset' }, 'signIn.enrolCode': { class: 'account', activity: 'factor_on' }, 'signIn.enrolPasskey': { class: 'account', activity: 'factor_on' },
  // Who holds what.
  'delegations.begin': { class: 'grant' }, 'delegations.beginOnPlatform': { class: 'grant' }, 'delegations.end': { class: 'revoke' }, 'delegations.endOnPlatform': { class: 'revoke' },
  'invitations.accept': { class: 'grant' }, 'invitations.take': { class: 'grant' }, 'members.bindGroup': { class: 'grant' }, 'members.end': { class: 'revoke' }, 'members.grant': { class: 'grant' }, 'members.grantMany': { class: 'grant' },
  'members.unbindGroup': { class: 'revoke' }, 'staff.end': { class: 'revoke' }, 'staff.grant': { class: 'grant' },
  // What ends stays where it is to be read: only its time is over.
  'residency.endDisaster': { class: 'api', activity: 'update' }, 'residency.endException': { class: 'api', activity: 'update' }, 'residency.endFailover': { class: 'api', activity: 'update' },
  'breakGlass.begin': { class: 'session' }, 'elevations.begin': { class: 'session' },
}
/** Asked of the engine as a command, and nothing is otherwise afterwards. */
const asks = new Set(['binds', 'preview', 'sheet', 'suppose', 'verify'])
const creates = new Set(['accept', 'add', 'ask', 'begin', 'bind', 'create', 'except', 'grant', 'make', 'offer', 'request', 'renew', 'sign', 'write'])
const deletes = new Set(['delete', 'end', 'expire', 'lapse', 'release', 'remove', 'revoke', 'stop', 'unbind', 'withdraw'])

export function classify({ resource, verb }: { readonly resource: string; readonly verb: string }): Event {
  const name = `${resource}.${verb}`
  if (Object.hasOwn(special, name)) return special[name] as Event
  const [first = verb] = verb.split(/(?=[A-Z])/)
  if (asks.has(first) || effectOf({ resource, verb }) === 'read') return { class: 'api', activity: 'read' }
  return { class: 'api', activity: creates.has(first) ? 'create' : deletes.has(first) ? 'delete' : 'update' }
}
