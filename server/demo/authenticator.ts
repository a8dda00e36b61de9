/**
 * A passkey without a device: what an authenticator does, in software, by the same bytes. It is for the demo's people, whose key is published, and for tests, which
 * also have it say what a bad authenticator would. It runs in a browser and in Node, and whoever verifies it knows nothing of it.
 */
import type { AuthenticationResponseJSON, PublicKeyCredentialCreationOptionsJSON, PublicKeyCredentialRequestOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

type Bytes = Uint8Array<ArrayBuffer>
/** A private key of P-256. */
export type PasskeyKey = { readonly kty: string; readonly crv: string; readonly x: string; readonly y: string; readonly d: string }
type Flags = { readonly userPresent?: boolean; readonly userVerified?: boolean; readonly backupEligible?: boolean; readonly backedUp?: boolean }

type Held = { readonly key: PasskeyKey; readonly credentialId: string }
type Said = { readonly origin: string; readonly rpId?: string; readonly flags?: Flags; readonly count?: number; readonly type?: string; readonly challenge?: string; readonly crossOrigin?: boolean }

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)
const joined = (...parts: readonly (Bytes | readonly number[])[]): Bytes => new Uint8Array(parts.flatMap((part) => [...part]))
const base64url = (bytes: Bytes): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
const bytesOf = (text: string): Bytes => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
const sha256 = async (bytes: Bytes): Promise<Bytes> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

/** CBOR, as much of it as an attestation needs: a head and what follows it. */
const head = (major: number, length: number): number[] => (length < 24 ? [major << 5 | length] : length < 256 ? [major << 5 | 24, length] : [major << 5 | 25, length >> 8, length & 255])
const cborBytes = (bytes: Bytes): Bytes => joined(head(2, bytes.length), bytes)
const cborText = (text: string): Bytes => joined(head(3, utf8(text).length), utf8(text))

/** The public half as COSE writes it (RFC 9052): an elliptic key, for ES256, on P-256, at x and y. It is what a verifier keeps of a passkey. */
export const publicKeyOf = ({ x, y }: PasskeyKey): Bytes => joined([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21], cborBytes(bytesOf(x)), [0x22], cborBytes(bytesOf(y)))
/** Each of the demo's people has a credential of their own on the one published key: whose it is follows from the e-mail. */
export const demoCredentialId = async (email: string): Promise<string> => base64url((await sha256(utf8(`passkey of ${email}`))).slice(0, 16))

const flagBits = ({ userPresent = true, userVerified = true, backupEligible = false, backedUp = false }: Flags = {}): number => (userPresent ? 1 : 0) | (userVerified ? 4 : 0) | (backupEligible ? 8 : 0) | (backedUp ? 16 : 0)
async function authenticatorData(rpId: string, bits: number, count: number): Promise<Bytes> {
  const counter = new Uint8Array(4)
  new DataView(counter.buffer).setUint32(0, count)
  return joined(await sha256(utf8(rpId)), [bits], counter)
}
const clientData = (type: string, { challenge, origin, crossOrigin = false }: { challenge: string; origin: string; crossOrigin?: boolean }): Bytes => utf8(JSON.stringify({ type, challenge, origin, crossOrigin }))

/** WebCrypto answers two numbers side by side; WebAuthn carries them as DER, without leading zeros and never negative. */
function derOf(signature: Bytes): Bytes {
  const integer = (bytes: Bytes): Bytes => {
    const from = bytes.findIndex((byte) => byte !== 0)
    const digits = bytes.slice(from === -1 ? bytes.length - 1 : from)
    const positive = (digits[0] ?? 0) > 127 ? joined([0], digits) : digits
    return joined([2, positive.length], positive)
  }
  const numbers = joined(integer(signature.slice(0, 32)), integer(signature.slice(32)))
  return joined([0x30, numbers.length], numbers)
}
async function sign({ kty, crv, x, y, d }: PasskeyKey, signed: Bytes): Promise<Bytes> {
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign'])
  return derOf(new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, signed)))
}

/** What `navigator.credentials.create` would answer. What is said besides the key is what a test has it say wrongly. */
export async function attest(options: PublicKeyCredentialCreationOptionsJSON, { key, credentialId, origin, rpId = options.rp.id ?? new URL(origin).hostname, flags, count = 0, type = 'webauthn.create', challenge = options.challenge }: Held & Said): Promise<RegistrationResponseJSON> {
  const id = bytesOf(credentialId)
  const attested = 0x40
  const data = joined(await authenticatorData(rpId, flagBits(flags) | attested, count), new Uint8Array(16), [id.length >> 8, id.length & 255], id, publicKeyOf(key))
  const attestation = joined([0xa3], cborText('fmt'), cborText('none'), cborText('attStmt'), [0xa0], cborText('authData'), cborBytes(data))
  return {
    id: credentialId, rawId: credentialId, type: 'public-key', authenticatorAttachment: 'platform', clientExtensionResults: {},
    response: { clientDataJSON: base64url(clientData(type, { challenge, origin })), attestationObject: base64url(attestation), transports: ['internal'] },
  }
}

/** What `navigator.credentials.get` would answer. */
export async function assert(options: PublicKeyCredentialRequestOptionsJSON, { key, credentialId, userHandle, origin, rpId = options.rpId ?? new URL(origin).hostname, flags, count = 0, type = 'webauthn.get', challenge = options.challenge, crossOrigin = false }: Held & Said & { readonly userHandle?: string }): Promise<AuthenticationResponseJSON> {
  const data = await authenticatorData(rpId, flagBits(flags), count)
  const client = clientData(type, { challenge, origin, crossOrigin })
  return {
    id: credentialId, rawId: credentialId, type: 'public-key', authenticatorAttachment: 'platform', clientExtensionResults: {},
    response: {
      clientDataJSON: base64url(client), authenticatorData: base64url(data), signature: base64url(await sign(key, joined(data, await sha256(client)))),
      ...(userHandle === undefined ? {} : { userHandle }),
    },
  }
}
