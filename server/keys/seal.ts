/** AES-256-GCM, and what is derived beside it. The "about" text is authenticated: a ciphertext moved to another row, column or tenant does not open. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16
const partBytes = 32

/** A key is one part, or several, of which the last is the youngest: that one seals, each opens what it sealed while it was the last, and the first finds, so that equal values look equal whenever they were sealed. */
function partsOf(key: Buffer): Buffer[] {
  if (key.length === 0 || key.length % partBytes !== 0) throw new Error('a key is parts of 32 bytes')
  return Array.from({ length: key.length / partBytes }, (_, at) => key.subarray(at * partBytes, (at + 1) * partBytes))
}

export const makeKey = (): Buffer => randomBytes(partBytes)
/** What is sealed from here on opens by nothing that was there before. */
export const withAnother = (key: Buffer): Buffer => Buffer.concat([key, makeKey()])

export function seal(key: Buffer, about: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', partsOf(key).at(-1) ?? key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(about))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the key, the place or a single bit is not the one it was sealed with. */
export function open(key: Buffer, about: string, sealed: Uint8Array): Buffer {
  const [oldest = key, ...since] = partsOf(key)
  for (const part of since.reverse()) {
    try {
      return openWith(part, about, sealed)
    } catch {
      // An older one may have sealed it.
    }
  }
  return openWith(oldest, about, sealed)
}
function openWith(key: Buffer, about: string, sealed: Uint8Array): Buffer {
  const whole = Buffer.from(sealed)
  if (whole.length < nonceBytes + tagBytes) throw new Error('too short to be sealed')
  const decipher = createDecipheriv('aes-256-gcm', key, whole.subarray(0, nonceBytes), { authTagLength: tagBytes }).setAAD(Buffer.from(about))
  decipher.setAuthTag(whole.subarray(-tagBytes))
  return Buffer.concat([decipher.update(whole.subarray(nonceBytes, -tagBytes)), decipher.final()])
}

/** Finds equal values without revealing them, under a key of its own. */
export function keyedHash(key: Buffer, about: string, plain: string): Buffer {
  return createHmac('sha256', hashingKey(key, about)).update(plain).digest()
}
const hashingKeys = new WeakMap<Buffer, Map<string, Buffer>>()
/** Derived once for a key that is in use, and forgotten with it. */
function hashingKey(key: Buffer, about: string): Buffer {
  const known = hashingKeys.get(key) ?? new Map<string, Buffer>()
  hashingKeys.set(key, known)
  const derived = known.get(about) ?? Buffer.from(hkdfSync('sha256', partsOf(key)[0] ?? key, '', `bailiwick keyed hash ${about}`, 32))
  known.set(about, derived)
  return derived
}
