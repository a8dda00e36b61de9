/**
 * A real identity provider (the certified `oidc-provider`) on loopback, in the process of the test: who signs in there, with which groups, how strongly and how
 * long ago is what the test says. Its keys can be rotated, what it hands out can be altered on the way, and tokens it would never make can be signed with them.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'

export type Algorithm = 'RS256' | 'ES256'
/** Who is at the provider's door. */
export type Subject = { sub: string; name?: string; email?: string; groups?: unknown; acr?: string; amr?: string[]; signedInSecondsAgo?: number }
type SigningKey = { privateKey: CryptoKey; publicKey: CryptoKey; jwk: JWK }
type Header = { alg?: string; kid?: string; typ?: string } & Record<string, unknown>

export type TestProvider = Awaited<ReturnType<typeof startProvider>>
export type Options = { id?: string; publicUrl?: string; algorithm?: Algorithm; port?: number; clientId?: string; clientSecret?: string }

async function makeKey(algorithm: Algorithm): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  return { privateKey, publicKey, jwk: { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: algorithm, use: 'sig' } }
}

export async function startProvider({ id = 'corp', publicUrl = 'http://localhost:4700', algorithm = 'RS256', port = 0, clientId = 'bailiwick', clientSecret = 'a-secret-that-only-tests-know' }: Options = {}) {
  let key = await makeKey(algorithm)
  let subject: Subject = { sub: 'u-1' }
  const known = new Map<string, Subject>()
  /** Every address that somebody asked here, oldest first. */
  const asked: string[] = []
  const adapter = createMemoryAdapter(0)
  let alter: ((idToken: string) => string | Promise<string>) | null = null

  const server = createServer((request, response) => { void answer(request, response) })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const make = () => new Provider(issuer, {
    adapter,
    clients: [{
      client_id: clientId, client_secret: clientSecret, redirect_uris: [`${publicUrl}/api/auth/callback/${id}`], response_types: ['code'], grant_types: ['authorization_code'],
      id_token_signed_response_alg: algorithm, backchannel_logout_uri: `${publicUrl}/api/providers/${id}/logout`, backchannel_logout_session_required: true,
    }],
    jwks: { keys: [key.jwk] }, cookies: { keys: ['tests'], names: { session: `${id}_session`, interaction: `${id}_interaction`, resume: `${id}_resume` } },
    claims: { openid: ['sub', 'acr', 'amr', 'auth_time', 'groups', 'name', 'email', 'email_verified'], profile: ['name'], email: ['email', 'email_verified'] }, conformIdTokenClaims: false, acrValues: ['phr', 'weak'],
    features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } }, pkce: { required: () => true },
    interactions: { url: () => '/interaction' }, ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 300, Interaction: 600, Session: 600 },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...claimsOf(known.get(sub) ?? { sub }) }) }),
    // Whoever signs in has agreed to what is asked.
    loadExistingGrant: async (context: { oidc: { client: { clientId: string }; account: { accountId: string }; provider: Provider } }) => {
      const grant = new context.oidc.provider.Grant({ clientId: context.oidc.client.clientId, accountId: context.oidc.account.accountId })
      grant.addOIDCScope('openid profile email')
      await grant.save()
      return grant
    },
    // Its own guard against loopback would keep it from telling us that somebody signed out.
    fetch: (address: string, { dispatcher: _, ...init }: RequestInit & { dispatcher?: unknown }) => fetch(address, init),
  })
  let provider = make()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    asked.push(`${request.method} ${request.url}`)
    try {
      if (request.url?.startsWith('/interaction')) return await finish(request, response)
      if (alter && request.url === '/token') alterAnswer(response, alter)
      await provider.callback()(request, response)
    } catch (thrown) {
      response.writeHead(500).end(String(thrown))
    }
  }
  async function finish(request: IncomingMessage, response: ServerResponse): Promise<void> {
    known.set(subject.sub, subject)
    const { acr, amr, signedInSecondsAgo: ago = 0 } = subject
    await provider.interactionFinished(request, response, { login: { accountId: subject.sub, ts: Math.floor(Date.now() / 1000) - ago, ...(acr ? { acr } : {}), ...(amr ? { amr } : {}) } })
  }

  /** Signed with the provider's own key, unless another is given: what a provider would have to say to be believed, and anything else. */
  const sign = (claims: JWTPayload, header: Header = {}, by: CryptoKey = key.privateKey) => new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: key.jwk.kid ?? '', ...header }).sign(by)
  const now = () => Math.floor(Date.now() / 1000)
  return {
    issuer, clientId, asked, sign, makeKey: () => makeKey(algorithm),
    get key() { return key },
    /** Whoever comes next. */
    signsIn: (next: Subject) => { subject = next },
    /** Alters ID tokens on their way out; null lets them be. */
    alter: (how: typeof alter) => { alter = how },
    rotate: async () => { key = await makeKey(algorithm); provider = make() },
    idToken: (claims: JWTPayload, header?: Header, by?: CryptoKey) => sign({ iss: issuer, aud: clientId, iat: now(), exp: now() + 300, ...claims }, header, by),
    logoutToken: (claims: JWTPayload, header?: Header, by?: CryptoKey) =>
      sign({ iss: issuer, aud: clientId, iat: now(), exp: now() + 120, jti: crypto.randomUUID(), events: { 'http://schemas.openid.net/event/backchannel-logout': {} }, ...claims }, { typ: 'logout+jwt', ...header }, by),
    eventToken: (claims: JWTPayload, header?: Header, by?: CryptoKey) => sign({ iss: issuer, iat: now(), jti: crypto.randomUUID(), ...claims }, { typ: 'secevent+jwt', ...header }, by),
    /** Tells whoever it told who somebody is that they signed out, as it does by itself. */
    logOut: async (sub: string, session?: string) => { await (await provider.Client.find(clientId))?.backchannelLogout(sub, session) },
    stop: () => new Promise<void>((stopped) => {
      server.close(() => stopped())
      server.closeAllConnections()
    }),
  }
}

const claimsOf = ({ name, email, groups }: Subject) => ({ ...(name === undefined ? {} : { name }), ...(email === undefined ? {} : { email, email_verified: true }), ...(groups === undefined ? {} : { groups }) })

/** Holds the answer back until its token is another. */
function alterAnswer(response: ServerResponse, how: (idToken: string) => string | Promise<string>): void {
  const end = response.end.bind(response) as (body: string) => ServerResponse
  response.end = ((body: unknown) => {
    const said = JSON.parse(String(body)) as { id_token?: string }
    void Promise.resolve(said.id_token === undefined ? undefined : how(said.id_token)).then((altered) => {
      const text = JSON.stringify({ ...said, ...(altered === undefined ? {} : { id_token: altered }) })
      response.setHeader('content-length', Buffer.byteLength(text))
      end(text)
    })
    return response
  }) as typeof response.end
}
