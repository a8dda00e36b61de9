/** AES-256-GCM, and what is derived beside it. The "about" text is authenticated: a ciphertext moved to another row, column or tenant does not open. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

export function seal(key: Buffer, about: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(Buffer.from(about))
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** Throws when the key, the place or a single bit is not the one it was sealed with. */
export function open(key: Buffer, about: string, sealed: Uint8Array): Buffer {
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
  const derived = known.get(about) ?? Buffer.from(hkdfSync('sha256', key, '', `bailiwick keyed hash ${about}`, 32))
  known.set(about, derived)
  return derived
}
