/**
 * The web's half of a sign-in by a provider. next-auth dances: state, PKCE and nonce in cookies of this browser's, the code traded for a token. What comes of it is
 * handed to the engine, which believes none of it without looking. No token of the provider's reaches the browser, and none is kept.
 */
import NextAuth from 'next-auth'
import { decode } from 'next-auth/jwt'
import { NextRequest } from 'next/server'
import { paths } from '~/components/shell/paths'
import { thresholdEntry } from '~/server/audit/entry'
import type { Kept } from '~/server/database/open-session'
import { recordAccess } from '~/server/database/threshold'
import { cookieOf, cookiesOf, sessionSecret } from '~/server/identity/cookies'
import { danceCookies, danceSeconds, signInOptions } from '~/server/identity/sign-in'
import { log } from '~/server/logs/log'
import { clientSecretOf, findProvider } from '~/server/providers/provider'
import type { ProviderProblem } from '~/server/providers/provider.refusals'
import { ProviderUnavailable, publishedBy } from '~/server/providers/read-provider'
import type { ProviderSettings } from '~/server/settings/providers'
import { askedPath } from './asked-path'
import { sourceOf, whoIsAsking } from './asking'
import { forward } from './forward'
import { createCaller } from './procedure'
import { api } from './router'

type Handle = (request: Request, context: unknown) => Promise<Response>
const ours = () => process.env.PUBLIC_URL ?? ''
/** Set while somebody was sent back once to show again who they are; there is no second time. */
const againCookie = '__Host-bailiwick.again'
const cookie = (name: string, value: string, seconds: number) => `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; Secure; SameSite=Lax`
const forgotten = [...Object.values(danceCookies), againCookie].map((name) => cookie(name, '', 0))

/** Which of next-auth's addresses this is, if it is one of a provider's dance. */
export function danceAt(request: Request): { provider: ProviderSettings; step: 'begin' | 'finish' } | null {
  const [, step, id = ''] = /^\/api\/auth\/(signin|callback)\/([a-z0-9-]+)$/.exec(new URL(request.url).pathname) ?? []
  const provider = step ? findProvider(id) : null
  return provider && { provider, step: step === 'signin' ? 'begin' : 'finish' }
}

export async function answerDance(request: Request, provider: ProviderSettings, step: 'begin' | 'finish', context: unknown): Promise<Response> {
  // What stands in the address would be passed on to the provider as if we had asked for it.
  if (request.method !== (step === 'begin' ? 'POST' : 'GET') || (step === 'begin' && new URL(request.url).search !== '')) return new Response(null, { status: 400 })
  return step === 'begin' ? begin(request, provider, context) : finish(request, provider, context)
}

/** What comes of a dance: the token, or what went wrong. */
type Outcome = { idToken?: string; fault?: Error }
async function optionsFor(request: Request, provider: ProviderSettings, { again = false, begins = false, outcome = {} }: { again?: boolean; begins?: boolean; outcome?: Outcome } = {}) {
  const metadata = await publishedBy(provider).metadata(begins)
  const dance = { provider, metadata, again, clientSecret: clientSecretOf(provider).reveal(), keep: (idToken: string) => { outcome.idToken = idToken }, fail: (fault: Error) => { outcome.fault = fault } }
  return { metadata, options: signInOptions(sourceOf(request.headers), dance) }
}

/** Answers where to go on, because a form may not lead to another site: there, or back to the sign-in page with what is wrong. */
async function begin(request: Request, provider: ProviderSettings, context: unknown): Promise<Response> {
  try {
    const { options } = await optionsFor(request, provider, { begins: true })
    const response = await (NextAuth(options) as unknown as Handle)(request, context)
    const url = await addressIn(response)
    return goOn(url ?? paths.signInProblem('interrupted', paths.home()), [...response.headers.getSetCookie(), cookie(againCookie, '', 0)])
  } catch (thrown) {
    if (!(thrown instanceof ProviderUnavailable)) throw thrown
    log.warn('a provider does not answer', { provider: provider.id, because: thrown.message, reference: sourceOf(request.headers).reference })
    return goOn(paths.signInProblem('provider_unavailable', paths.home()), [])
  }
}
/** The provider's address, out of next-auth's answer; null if it is a page of its own for what went wrong. */
async function addressIn(response: Response): Promise<string | null> {
  const { url } = (await response.json().catch(() => ({}))) as { url?: string }
  return url === undefined || url.startsWith(`${ours()}/`) ? null : url
}

async function finish(request: Request, provider: ProviderSettings, context: unknown): Promise<Response> {
  const returnTo = returnPath(request.headers)
  const danced = await dance(request, provider, context)
  if ('problem' in danced) {
    await noteProblem(request, danced.problem)
    return goTo(paths.signInProblem(danced.problem, returnTo), forgotten)
  }
  let kept: Kept = {}
  const asking = await whoIsAsking(request.headers)
  const answer = await createCaller(api)({ ...asking, inside: true, execute: forward, keep: (given) => { kept = given }, stepUp: null, idempotencyKey: null })
    .providers.signIn({ provider: provider.id, ...danced }).catch(() => null)
  if (!answer) return goTo(paths.signInProblem('engine_unavailable', returnTo), forgotten)
  const cookies = [...forgotten, ...(await cookiesOf(kept))]
  if (answer.ok) return goTo(answer.value.next === 'in' ? returnTo : paths.signInNext(answer.value.next, answer.value.factors.join(' '), returnTo), cookies)
  const wasAsked = cookieOf(request.headers, againCookie) === provider.id
  const again = answer.refusal === 'asked_too_long_ago' && !wasAsked ? await askAgain(request, provider, returnTo).catch(() => null) : null
  return again ?? goTo(paths.signInProblem(answer.refusal, returnTo), cookies)
}

/** What the dance came to: the provider's token as it gave it, and the nonce that this browser was given for it. */
async function dance(request: Request, provider: ProviderSettings, context: unknown): Promise<{ idToken: string; nonce: string } | { problem: ProviderProblem }> {
  const query = new URL(request.url).searchParams
  try {
    const outcome: Outcome = {}
    const { metadata, options } = await optionsFor(request, provider, { outcome })
    // RFC 9207: a provider that says it says who it is, must. Otherwise another's code could be brought to it.
    const isMixedUp = query.get('iss') !== provider.issuer && (query.has('iss') || metadata.authorization_response_iss_parameter_supported)
    if (isMixedUp) return { problem: 'not_accepted' }
    if (query.has('error')) return { problem: 'refused_there' }
    const nonce = await nonceOf(request.headers, provider)
    if (nonce === null) return { problem: 'interrupted' }
    await (NextAuth(options) as unknown as Handle)(request, context)
    if (outcome.idToken !== undefined) return { idToken: outcome.idToken, nonce }
    return { problem: outcome.fault && isOfNetwork(outcome.fault) ? 'provider_unavailable' : 'not_accepted' }
  } catch (thrown) {
    if (thrown instanceof ProviderUnavailable) return { problem: 'provider_unavailable' }
    throw thrown
  }
}

const isOfNetwork = (fault: Error) => /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|EPIPE|EHOST|ENET)/.test('code' in fault ? String(fault.code) : '') || /timed out/.test(fault.message)

async function nonceOf(headers: Headers, provider: ProviderSettings): Promise<string | null> {
  const shown = cookieOf(headers, danceCookies.nonce)
  const kept = shown ? await decode({ token: shown, secret: sessionSecret(), salt: danceCookies.nonce }).catch(() => null) : null
  return kept?.provider === provider.id && typeof kept.value === 'string' ? kept.value : null
}

/** Where they wanted to go before all this: next-auth keeps it, as an address of ours. */
function returnPath(headers: Headers): string {
  const kept = cookieOf(headers, '__Host-bailiwick.return') ?? ''
  const text = /^[\w%.:/?=&+~-]*$/.test(kept) ? decodeURIComponent(kept) : ''
  return askedPath(text.startsWith(`${ours()}/`) ? text.slice(ours().length) : null) ?? paths.home()
}

/** Begins anew as the person would, asking the provider to ask them. */
async function askAgain(request: Request, provider: ProviderSettings, returnTo: string): Promise<Response | null> {
  const csrfToken = decodeURIComponent(cookieOf(request.headers, '__Host-bailiwick.csrf') ?? '').split('|')[0] ?? ''
  const { options } = await optionsFor(request, provider, { again: true, begins: true })
  const asked = new NextRequest(`${ours()}/api/auth/signin/${provider.id}`, {
    method: 'POST', body: new URLSearchParams({ csrfToken, json: 'true', callbackUrl: returnTo }), headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const response = await (NextAuth(options) as unknown as Handle)(asked, { params: Promise.resolve({ nextauth: ['signin', provider.id] }) })
  const url = await addressIn(response)
  return url === null ? null : goTo(url, [...response.headers.getSetCookie(), cookie(againCookie, provider.id, danceSeconds)])
}

const withCookies = (headers: Headers, cookies: readonly string[]) => {
  for (const one of cookies) headers.append('set-cookie', one)
  return headers
}
const goTo = (address: string, cookies: readonly string[]) => new Response(null, { status: 302, headers: withCookies(new Headers({ location: new URL(address, ours()).href }), cookies) })
const goOn = (url: string, cookies: readonly string[]) => new Response(JSON.stringify({ url }), { headers: withCookies(new Headers({ 'content-type': 'application/json' }), cookies) })

async function noteProblem(request: Request, problem: ProviderProblem): Promise<void> {
  const source = sourceOf(request.headers)
  await recordAccess('web', thresholdEntry({ verb: 'signIn', resource: 'providers', outcome: 'denied', reason: problem, source }))
    .catch((lost: unknown) => log.error('a refusal could not be recorded', { reference: source.reference, fault: String(lost) }))
}
