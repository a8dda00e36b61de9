/** What a provider tells us unasked: that somebody signed out there, or that their sessions are revoked. It is believed by its signature alone. */
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { Gate, Passed, Turned } from '~/server/database/gate'
import { endEntering } from '~/server/identity/opened'
import { log } from '~/server/logs/log'
import type { ProviderSettings } from '~/server/settings/providers'
import { decideEventToken, decideLogoutToken, type Ending, type TokenFault } from './decide-token'
import { findProvider } from './provider'
import { ProviderUnavailable, publishedBy } from './read-provider'
import { TokenText } from './sign-in-by-provider'
import { verifyToken } from './verify-token'

export const EndByProvider = z.strictObject({ provider: Handle, token: TokenText })
type Wish = z.infer<typeof EndByProvider>
type Ends = 'providers.logOut' | 'providers.receiveEvent'

/** In the words of RFC 8935, with one more for a token that was taken before and two for us. */
export type EndRefusal = 'invalid_request' | 'invalid_key' | 'invalid_issuer' | 'invalid_audience' | 'replayed' | 'too_many_tries' | 'provider_unavailable'
/** How many ended. */
export type Ended = { sessions: number }

const refusalOf = (fault: TokenFault): EndRefusal => {
  if (fault === 'key_unknown' || fault === 'signature_wrong' || fault === 'algorithm_not_allowed') return 'invalid_key'
  if (fault === 'issuer_wrong') return 'invalid_issuer'
  return fault === 'audience_wrong' ? 'invalid_audience' : 'invalid_request'
}

export const logOutByProvider = (gate: Gate<'providers.logOut'>, wish: Wish) => endByProvider(gate, wish, 'logout')
export const receiveEvent = (gate: Gate<'providers.receiveEvent'>, wish: Wish) => endByProvider(gate, wish, 'event')

async function endByProvider<A extends Ends>(gate: Gate<A>, { provider: id, token }: Wish, kind: 'logout' | 'event'): Promise<Passed<A, Ended> | Turned<EndRefusal>> {
  const provider = findProvider(id)
  const audience = kind === 'logout' ? provider?.clientId : provider?.events?.audience
  if (!provider || audience === undefined) return gate.turnAway('invalid_request', { reason: 'no_such_provider' })
  const key = `${id} ${gate.source.address}`
  if (!(await gate.step({}, ({ tries }) => tries.begin('provider', key)))) return gate.turnAway('too_many_tries', { reason: 'too_many_tries', name: id })

  const heard = await hear(gate, provider, audience, token, kind)
  if ('unavailable' in heard) {
    log.warn('a provider does not answer', { provider: id, because: heard.unavailable, reference: gate.source.reference })
    return gate.turnAway('provider_unavailable', { reason: 'provider_unavailable', name: id })
  }
  if ('fault' in heard) {
    await gate.step({}, ({ tries }) => tries.fail('provider', key))
    return gate.turnAway(heard.fault === 'replayed' ? 'replayed' : refusalOf(heard.fault), { reason: heard.fault, name: id })
  }
  await gate.step({}, ({ tries }) => tries.succeed('provider', key, 'own'))
  if (heard.ends === null) return gate.note({ sessions: 0 }, { reason: 'nothing_to_do', name: id })
  const { person, sessions } = await end(gate, provider, heard.ends)
  return gate.note({ sessions }, { reason: person === null ? 'nobody_of_ours' : 'sessions_ended', name: id, ...(person === null ? {} : { who: { person, way: 'provider' as const } }) })
}

async function hear<A extends Ends>(gate: Gate<A>, provider: ProviderSettings, audience: string, token: string, kind: 'logout' | 'event'): Promise<{ ends: Ending | null } | { fault: TokenFault | 'replayed' } | { unavailable: string }> {
  try {
    const verified = await verifyToken(token, kind, publishedBy(provider))
    if (!verified.ok) return verified
    const decided = (kind === 'logout' ? decideLogoutToken : decideEventToken)(verified.claims, { issuer: provider.issuer, audience }, gate.now)
    if (!decided.ok) return decided
    const hash = createHash('sha256').update(JSON.stringify([kind, provider.issuer, decided.id])).digest()
    const taken = await gate.step({}, ({ rows }) => rows.providerToken.createMany({ data: [{ hash: new Uint8Array(hash), rememberedUntil: decided.rememberedUntil }], skipDuplicates: true }))
    return taken.count === 1 ? { ends: decided.ends } : { fault: 'replayed' }
  } catch (thrown) {
    if (thrown instanceof ProviderUnavailable) return { unavailable: thrown.message }
    throw thrown
  }
}

/** Ends the sessions that came by this provider and by nothing else, and the sign-ins by it that wait. Felt at the next request: sessions are looked up every time. */
async function end<A extends Ends>(gate: Gate<A>, { id: provider, issuer }: ProviderSettings, { subject, providerSession }: Ending): Promise<{ person: string | null; sessions: number }> {
  const identity = subject === null ? null
    : await gate.step({ issuer, subject }, ({ rows }) => rows.federatedIdentity.findUnique({ where: { issuer_subject: { issuer, subject } }, select: { personId: true } }))
  if (subject !== null && !identity) return { person: null, sessions: 0 }
  const of = { provider, ...(identity ? { personId: identity.personId } : {}), ...(providerSession === null ? {} : { providerSession }) }
  const scope = { provider, ...(identity ? { person: identity.personId } : {}), ...(providerSession === null ? {} : { providerSession }) }
  return gate.step(scope, async ({ rows, now, holdPeople }) => {
    // Of a name that the provider alone has for a session, whoever has one by it: it may just be going on under a new token.
    const people = identity ? [identity] : await rows.session.findMany({ where: { ...of, endedAt: null }, select: { personId: true } })
    await holdPeople(people.map(({ personId }) => personId))
    await endEntering({ rows, now }, of, 'ended_by_provider')
    const ended = await rows.session.updateManyAndReturn({ where: { ...of, endedAt: null }, data: { endedAt: now, endedBecause: 'provider' }, select: { personId: true } })
    return { person: identity?.personId ?? ended[0]?.personId ?? null, sessions: ended.length }
  })
}
