/** Whether a token was signed by the provider, with the algorithm that was agreed on, for being a token of this kind. What it says is decided elsewhere. */
import { createHash } from 'node:crypto'
import { compactVerify, decodeProtectedHeader, errors } from 'jose'
import type { Claims, TokenFault } from './decide-token'
import type { PublishedProvider } from './read-provider'

/** A token of one kind is no token of another, though both are signed with one key. An ID token need not say what it is. */
const types = { id: [undefined, 'jwt'], logout: ['logout+jwt'], event: ['secevent+jwt'] } as const
export type TokenKind = keyof typeof types
const tokenMax = 16_384

type Verified = { readonly ok: true; readonly claims: Claims; readonly hash: Buffer } | { readonly ok: false; readonly fault: TokenFault }

export async function verifyToken(token: string, kind: TokenKind, published: PublishedProvider): Promise<Verified> {
  const no = (fault: TokenFault): Verified => ({ ok: false, fault })
  if (token.length > tokenMax) return no('too_large')
  const header = /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token) ? headerOf(token) : null
  if (!header) return no('malformed')
  const { algorithm } = published.provider
  if (header.alg !== algorithm) return no('algorithm_not_allowed')
  if (header.crit !== undefined || header.b64 !== undefined) return no('header_not_understood')
  const type = header.typ === undefined ? undefined : String(header.typ).toLowerCase().replace(/^application\//, '')
  if (!(types[kind] as readonly (string | undefined)[]).includes(type)) return no('type_wrong')
  // By its name alone: a key that comes along, or an address of one, is whoever's.
  const { kid } = header
  if (kid !== undefined && (typeof kid !== 'string' || kid.length > 256)) return no('malformed')
  const key = await published.keyFor({ alg: algorithm, ...(kid === undefined ? {} : { kid }) })
  if (!key) return no('key_unknown')
  const verified = await compactVerify(token, key, { algorithms: [algorithm] }).catch((thrown: unknown) => {
    // A key too short for its algorithm is a TypeError of the library's.
    if (thrown instanceof errors.JOSEError || thrown instanceof TypeError) return null
    throw thrown
  })
  if (!verified) return no('signature_wrong')
  const claims = claimsIn(verified.payload)
  return claims ? { ok: true, claims, hash: hashOfSigned(token) } : no('malformed')
}

function claimsIn(payload: Uint8Array): Claims | null {
  try {
    const claims: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
    return typeof claims === 'object' && claims !== null && !Array.isArray(claims) ? (claims as Claims) : null
  } catch {
    return null
  }
}

/** Of what was signed: one signature can be written in two ways that are both right, and the token is the same. */
const hashOfSigned = (token: string) => createHash('sha256').update(token.slice(0, token.lastIndexOf('.'))).digest()

function headerOf(token: string): Record<string, unknown> | null {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return null
  }
}
