/**
 * Lets in whom a provider vouches for. The web process brings the token as the provider gave it, and the nonce of the dance that this browser danced; whether it is
 * the provider's, fresh, for us and of that dance is found out here, so that the web process alone can sign nobody in.
 */
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { Handle } from '~/server/api/inputs'
import type { Gate, Passed, Turned } from '~/server/database/gate'
import { type FactorKind, factorKindsOf } from '~/server/identity/factor-kinds'
import { log } from '~/server/logs/log'
import { applyGroups } from '~/server/members/group-roles'
import type { ProviderSettings } from '~/server/settings/providers'
import { decideAssurance, decideGroups, decideProfile } from './decide-person'
import { type Asserted, decideIdToken, type TokenFault } from './decide-token'
import { findProvider } from './provider'
import type { ProviderRefusal } from './provider.refusals'
import { ProviderUnavailable, publishedBy } from './read-provider'
import { verifyToken } from './verify-token'

/** As much of a token's shape as can be seen without reading it. */
export const TokenText = z.string().max(16_384).regex(/^[\w-]+(\.[\w-]*){2,4}$/, 'is a token')
export const SignInByProvider = z.strictObject({ provider: Handle, idToken: TokenText, nonce: z.string().min(16).max(256).regex(/^[\w-]+$/, 'is a nonce') })
type Wish = z.infer<typeof SignInByProvider>
type SignIn = Gate<'providers.signIn'>

type NextStep = { next: 'in' | 'factor' | 'enrol'; factors: FactorKind[] }

export async function signInByProvider(gate: SignIn, wish: Wish): Promise<Passed<'providers.signIn', NextStep> | Turned<ProviderRefusal>> {
  const provider = findProvider(wish.provider)
  if (!provider) return gate.turnAway('not_accepted', { reason: 'no_such_provider' })
  const name = provider.id
  const mayTry = await gate.step({}, ({ tries }) => tries.begin('source', gate.source.address))
  if (!mayTry) return gate.turnAway('too_many_tries', { reason: 'too_many_tries', name })

  const said = await listen(gate, provider, wish)
  if ('unavailable' in said) {
    log.warn('a provider does not answer', { provider: provider.id, because: said.unavailable, reference: gate.source.reference })
    return gate.turnAway('provider_unavailable', { reason: 'provider_unavailable', name })
  }
  if ('fault' in said) {
    await gate.step({}, ({ tries }) => tries.fail('source', gate.source.address))
    return gate.turnAway(said.fault === 'auth_time_stale' || said.fault === 'auth_time_missing' ? 'asked_too_long_ago' : 'not_accepted', { reason: said.fault, name })
  }
  const person = await become(gate, provider, said)
  if (person.disabled) return gate.turnAway('not_accepted', { reason: 'person_disabled', name, who: { person: person.id, way: 'provider' } })
  await gate.step({}, ({ tries }) => tries.succeed('source', gate.source.address, 'own'))
  if (person.dropped > 0) log.warn('some of the groups of a person were not taken over', { provider: provider.id, person: person.id, dropped: person.dropped, reference: gate.source.reference })

  const remark = person.dropped > 0 ? { remark: 'groups_dropped' } : {}
  const came = { person: person.id, way: 'provider', provider: { id: provider.id, session: said.providerSession }, ...remark } as const
  if (decideAssurance(said, provider.multiFactor) === 'two_factors') return gate.admit<NextStep>({ next: 'in', factors: [] }, { ...came, methods: ['provider'] })
  const factors = await gate.step({ person: person.id }, (at) => factorKindsOf(at, person.id))
  return gate.enter<NextStep>({ next: factors.includes('passkey') || factors.includes('code') ? 'factor' : 'enrol', factors }, came)
}

/** What the provider says, if it is the provider that says it, to us, now, and for the first time. */
async function listen(gate: SignIn, provider: ProviderSettings, { idToken, nonce }: Wish): Promise<Asserted | { fault: TokenFault | 'replayed' } | { unavailable: string }> {
  try {
    const verified = await verifyToken(idToken, 'id', publishedBy(provider))
    if (!verified.ok) return verified
    const dance = { issuer: provider.issuer, audience: provider.clientId, nonce, maxAgeSeconds: provider.maxAgeSeconds }
    const decided = decideIdToken(verified.claims, dance, gate.now)
    if (!decided.ok) return decided
    const taken = await gate.step({}, ({ rows }) => rows.providerToken.createMany({ data: [{ hash: new Uint8Array(verified.hash), rememberedUntil: decided.rememberedUntil }], skipDuplicates: true }))
    return taken.count === 1 ? decided : { fault: 'replayed' }
  } catch (thrown) {
    if (thrown instanceof ProviderUnavailable) return { unavailable: thrown.message }
    throw thrown
  }
}

/** Who that is here: whoever came by this issuer and subject before, or somebody new. An e-mail finds nobody. */
async function become(gate: SignIn, provider: ProviderSettings, said: Asserted): Promise<{ id: string; disabled: boolean; dropped: number }> {
  const { issuer } = provider
  const { subject, claims } = said
  const known = await gate.step({ issuer, subject }, ({ rows }) => rows.federatedIdentity.findUnique({ where: { issuer_subject: { issuer, subject } }, select: { personId: true } }))
  const personId = known?.personId ?? randomUUID()
  const profile = decideProfile(claims)
  const { groups, dropped } = decideGroups(claims, provider.groupsClaim)
  const disabled = await gate.step({ issuer, subject, provider: provider.id, person: personId }, async ({ rows, now, holdPerson }) => {
    if (!known) {
      const made = await rows.federatedIdentity.createMany({ data: [{ issuer, subject, personId, createdAt: now }], skipDuplicates: true })
      if (made.count === 0) return null
      await rows.person.createMany({ data: [{ id: personId, ...profile }] })
    }
    // One after the other, by one clock: with other groups each, the later one is who says what is.
    const since = await holdPerson(personId)
    const { disabledAt, ...before } = await rows.person.findUniqueOrThrow({ where: { id: personId }, select: { disabledAt: true, name: true, email: true } })
    if (disabledAt !== null) return true
    if (before.name !== profile.name || before.email !== profile.email) await rows.person.updateMany({ where: { id: personId }, data: profile })
    await applyGroups(rows, personId, provider.id, groups, since)
    return false
  })
  // Somebody new who came twice at once was made meanwhile.
  return disabled === null ? become(gate, provider, said) : { id: personId, disabled, dropped }
}
