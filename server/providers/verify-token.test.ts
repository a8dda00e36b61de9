/** Tokens of every bad kind, against a real provider’s keys. The rows that say what a claim must be are in decide-token.test.ts. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CompactEncrypt, CompactSign, exportJWK, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProviderSettings } from '~/server/settings/providers'
import { startProvider, type TestProvider } from '~/server/testing/provider'
import { ProviderUnavailable, PublishedProvider } from './read-provider'
import { type TokenKind, verifyToken } from './verify-token'

let corp: TestProvider
let elsewhere: Server
let foreign: string
let fetched = 0
beforeAll(async () => {
  corp = await startProvider()
  elsewhere = createServer((_, response) => { fetched++; response.end('{}') })
  await new Promise<void>((listening) => elsewhere.listen(0, '127.0.0.1', listening))
  foreign = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`
})
afterAll(async () => {
  await corp.stop()
  elsewhere.close()
})

const settings = (over: Partial<ProviderSettings> = {}): ProviderSettings =>
  ({ id: 'corp', title: 'Corp', issuer: corp.issuer, clientId: corp.clientId, clientSecretFile: '', algorithm: 'RS256', scopes: ['openid'], groupsClaim: null, groupsOf: null, multiFactor: null, maxAgeSeconds: null, events: null, ...over })
let clock = 0
const published = (over: Partial<ProviderSettings> = {}) => new PublishedProvider(settings(over), () => clock)
const said = async (token: string, from = published(), kind: TokenKind = 'id') => {
  const verified = await verifyToken(token, kind, from)
  return verified.ok ? 'believed' : verified.fault
}
const base64 = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const claims: JWTPayload = { sub: 'u-1', nonce: 'a-nonce-of-this-dance' }
const good = () => corp.idToken(claims)
const parts = async () => (await good()).split('.') as [string, string, string]

test.each<[string, () => string | Promise<string>, string]>([
  ['the provider’s own', good, 'believed'],
  ['no signature, and says so', async () => `${base64({ alg: 'none' })}.${(await parts())[1]}.`, 'algorithm_not_allowed'],
  ['no signature, says so in capitals', async () => `${base64({ alg: 'NONE', kid: corp.key.jwk.kid })}.${(await parts())[1]}.`, 'algorithm_not_allowed'],
  ['no signature, and does not say so', async () => (await parts()).slice(0, 2).join('.') + '.', 'signature_wrong'],
  ['two parts', async () => (await parts()).slice(0, 2).join('.'), 'malformed'],
  ['the public key taken for a shared secret', async () => new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: corp.key.jwk.kid ?? '' }).sign(Buffer.from(await exportSPKI(corp.key.publicKey))), 'algorithm_not_allowed'],
  ['another algorithm of the same key', () => corp.idToken(claims, { alg: 'RS256', typ: 'JWT' }).then((token) => token.replace(/^[^.]+/, base64({ alg: 'PS256', kid: corp.key.jwk.kid }))), 'algorithm_not_allowed'],
  ['one bit of what it says flipped', async () => parts().then(([header, payload, signature]) => `${header}.${base64(Buffer.from(payload, 'base64url').toString().replace('u-1', 'u-0'))}.${signature}`), 'signature_wrong'],
  ['one bit of its signature flipped', async () => parts().then(([header, payload, signature]) => `${header}.${payload}.${flipped(signature)}`), 'signature_wrong'],
  ['the signature of another token', async () => `${(await parts()).slice(0, 2).join('.')}.${(await corp.idToken({ ...claims, sub: 'u-2' })).split('.')[2]}`, 'signature_wrong'],
  ['another’s key under the provider’s name', async () => corp.idToken(claims, {}, (await corp.makeKey()).privateKey), 'signature_wrong'],
  ['a key nobody knows', () => corp.idToken(claims, { kid: 'made-up' }), 'key_unknown'],
  ['a key that is a path', () => corp.idToken(claims, { kid: '../../../../dev/null' }), 'key_unknown'],
  ['a key that is a statement', () => corp.idToken(claims, { kid: "' OR 1=1 --" }), 'key_unknown'],
  ['a key whose name has no end', () => corp.idToken(claims, { kid: 'x'.repeat(300) }), 'malformed'],
  ['a key that is no name', async () => `${base64({ alg: 'RS256', kid: { a: 1 } })}.${(await parts()).slice(1).join('.')}`, 'malformed'],
  ['its own key along with it', async () => { const own = await corp.makeKey(); return corp.idToken(claims, { kid: 'own', jwk: await exportJWK(own.publicKey) }, own.privateKey) }, 'key_unknown'],
  ['its own key along with it, under the provider’s name', async () => { const own = await corp.makeKey(); return corp.idToken(claims, { jwk: await exportJWK(own.publicKey) }, own.privateKey) }, 'signature_wrong'],
  ['keys at its own address', async () => corp.idToken(claims, { kid: 'own', jku: `${foreign}/jwks` }, (await corp.makeKey()).privateKey), 'key_unknown'],
  ['a certificate at its own address', async () => corp.idToken(claims, { x5u: `${foreign}/certificate` }, (await corp.makeKey()).privateKey), 'signature_wrong'],
  ['something that must be understood, and is not', async () => `${base64({ alg: 'RS256', kid: corp.key.jwk.kid, crit: ['exp'], exp: 1 })}.${(await parts()).slice(1).join('.')}`, 'header_not_understood'],
  ['a payload that is not encoded', async () => `${base64({ alg: 'RS256', kid: corp.key.jwk.kid, b64: false })}.${(await parts()).slice(1).join('.')}`, 'header_not_understood'],
  ['a logout token', () => corp.logoutToken({ sub: 'u-1' }), 'type_wrong'],
  ['an access token', () => corp.idToken(claims, { typ: 'at+jwt' }), 'type_wrong'],
  ['encrypted', async () => new CompactEncrypt(Buffer.from('{}')).setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' }).encrypt((await generateKeyPair('RSA-OAEP-256')).publicKey), 'malformed'],
  ['too long', () => corp.idToken({ ...claims, groups: 'x'.repeat(20_000) }), 'too_large'],
  ['a token in a token', async () => new SignJWT({ token: await good() }).setProtectedHeader({ alg: 'RS256', kid: corp.key.jwk.kid ?? '', cty: 'JWT' }).sign(corp.key.privateKey), 'believed'],
  ['not a token', () => 'a.b', 'malformed'], ['nothing', () => '', 'malformed'], ['a list in it', async () => new CompactSign(Buffer.from('[]')).setProtectedHeader({ alg: 'RS256', kid: corp.key.jwk.kid ?? '' }).sign(corp.key.privateKey), 'malformed'], ['a header that is no header', () => `${base64('[]')}.${base64('{}')}.`, 'malformed'], ['a header that is no JSON', () => `${base64('x')}.${base64('{}')}.x`, 'malformed'],
])('a token with %s', async (_says, make, expected) => { expect(await said(await make())).toBe(expected) })
test('nothing that a token named was fetched', () => { expect(fetched).toBe(0) })

const flipped = (signature: string) => {
  const bytes = Buffer.from(signature, 'base64url')
  bytes[10] = (bytes[10] ?? 0) ^ 1
  return bytes.toString('base64url')
}

test('a token of one kind is none of another', async () => {
  expect([await said(await good(), published(), 'logout'), await said(await good(), published(), 'event')]).toEqual(['type_wrong', 'type_wrong'])
  expect([await said(await corp.logoutToken({ sub: 'u-1' }), published(), 'logout'), await said(await corp.logoutToken({ sub: 'u-1' }), published(), 'event')]).toEqual(['believed', 'type_wrong'])
  expect(await said(await corp.eventToken({}, { typ: 'application/secevent+jwt' }), published(), 'event')).toBe('believed')
})

test('new keys are asked for when a name is not known: at once, and not again for five seconds however many names are made up', async () => {
  const from = published()
  expect(await said(await good(), from)).toBe('believed')
  await corp.rotate()
  const jwks = () => corp.asked.filter((line) => line.includes('/jwks')).length
  const before = jwks()
  expect(await said(await good(), from)).toBe('believed')
  for (let at = 0; at < 50; at++) expect(await said(await corp.idToken(claims, { kid: `made-up-${at}` }), from)).toBe('key_unknown')
  await corp.rotate()
  clock += 4_999
  expect(await said(await good(), from)).toBe('key_unknown')
  expect(jwks()).toBe(before + 1)
  clock += 1
  expect(await said(await good(), from)).toBe('believed')
})
test('a key that the provider no longer has is no key of its', async () => {
  const old = await good()
  const from = published()
  expect(await said(old, from)).toBe('believed')
  await corp.rotate()
  clock += 600_000
  expect(await said(old, from)).toBe('key_unknown')
})
test('a signature of an elliptic curve is accepted in either of its two spellings, and both are one token', async () => {
  const lab = await startProvider({ id: 'lab', algorithm: 'ES256' })
  const from = new PublishedProvider(settings({ issuer: lab.issuer, algorithm: 'ES256' }))
  const token = await lab.idToken(claims)
  const other = `${token.slice(0, token.lastIndexOf('.'))}.${negated(token.slice(token.lastIndexOf('.') + 1))}`
  expect(other).not.toBe(token)
  const [first, second] = [await verifyToken(token, 'id', from), await verifyToken(other, 'id', from)]
  expect(first).toMatchObject({ ok: true })
  expect(second).toEqual(first)
  await lab.stop()
})
/** r and −s verify as r and s do. */
function negated(signature: string): string {
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')
  const bytes = Buffer.from(signature, 'base64url')
  const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`)
  return Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]).toString('base64url')
}

async function withAnswers(answers: (path: string) => { status?: number; headers?: Record<string, string>; body?: string } | null, work: (issuer: string) => Promise<void>): Promise<void> {
  const server = createServer((request, response) => {
    const given = answers(request.url ?? '')
    if (given) response.writeHead(given.status ?? 200, given.headers).end(given.body ?? '')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  try {
    await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
const endpoints = (issuer: string) => ({ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token`, jwks_uri: `${issuer}/jwks` })
test.each<[string, (issuer: string) => Parameters<typeof withAnswers>[0], string]>([
  ['says that it is another', () => () => ({ body: JSON.stringify(endpoints('https://login.corp.example')) }), 'says that it is https://login.corp.example'],
  ['sends elsewhere', () => () => ({ status: 302, headers: { location: `${foreign}/` } }), 'openid-configuration'],
  ['answers without end', () => () => ({ body: ' '.repeat(300_000) }), 'more than'],
  ['answers no JSON', () => () => ({ body: '<html>' }), 'openid-configuration'],
  ['answers that it is ill', () => () => ({ status: 503 }), 'answers 503'],
  ['does not say where its keys are', () => () => ({ body: JSON.stringify({ issuer: 'x' }) }), 'malformed'],
  ['keeps its keys elsewhere in the clear', (issuer) => () => ({ body: JSON.stringify({ ...endpoints(issuer), jwks_uri: 'http://login.corp.example/jwks' }) }), 'is not https'],
  ['keeps its keys in a file', (issuer) => () => ({ body: JSON.stringify({ ...endpoints(issuer), jwks_uri: 'file:///etc/passwd' }) }), 'malformed'],
])('nothing is believed of a provider that %s', async (_says, answers, sentence) => {
  let made: Parameters<typeof withAnswers>[0] = () => null
  await withAnswers((path) => made(path), async (issuer) => {
    made = answers(issuer)
    const asking = new PublishedProvider(settings({ issuer })).keyFor({ alg: 'RS256' })
    await expect(asking).rejects.toThrow(ProviderUnavailable)
    await expect(asking).rejects.toThrow(sentence)
  })
  expect(fetched).toBe(0)
})
test('a provider that is silent, or gone, is said to be so within seconds', async () => {
  await withAnswers(() => null, async (issuer) => {
    const since = performance.now()
    await expect(new PublishedProvider(settings({ issuer })).metadata()).rejects.toThrow(ProviderUnavailable)
    expect(performance.now() - since).toBeLessThan(5_000)
  })
  await expect(new PublishedProvider(settings({ issuer: 'http://127.0.0.1:1' })).metadata()).rejects.toThrow(ProviderUnavailable)
})
