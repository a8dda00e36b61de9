/** Ed25519: one process signs, others can only check. The keys are kept as their 32 bare bytes; what DER puts before them is fixed. */
import { createPrivateKey, createPublicKey, type KeyObject, sign as signBytes, verify as verifyBytes } from 'node:crypto'

const beforePrivate = Buffer.from('302e020100300506032b657004220420', 'hex')
const beforePublic = Buffer.from('302a300506032b6570032100', 'hex')
export const signatureBytes = 64

const kept = new Map<string, KeyObject>()
function keyObject(kind: 'private' | 'public', bare: Buffer): KeyObject {
  const name = `${kind} ${bare.toString('base64url')}`
  const known = kept.get(name)
  if (known) return known
  const made = kind === 'private'
    ? createPrivateKey({ key: Buffer.concat([beforePrivate, bare]), format: 'der', type: 'pkcs8' })
    : createPublicKey({ key: Buffer.concat([beforePublic, bare]), format: 'der', type: 'spki' })
  kept.set(name, made)
  return made
}

export const publicHalf = (signKey: Buffer): Buffer => createPublicKey(keyObject('private', signKey)).export({ format: 'der', type: 'spki' }).subarray(beforePublic.length)
export const sign = (signKey: Buffer, bytes: Buffer): Buffer => signBytes(null, bytes, keyObject('private', signKey))

/** What was found signed is so for ever, and the same sessions and tokens come again and again. What was not is looked at each time. */
const found = new Set<string>()
const [foundMost, rememberedBytesMost] = [4_096, 1_024]
export function isSigned(verifyKey: Buffer, bytes: Buffer, signature: Buffer): boolean {
  if (signature.length !== signatureBytes) return false
  const name = bytes.length > rememberedBytesMost ? null : Buffer.concat([verifyKey, signature, bytes]).toString('latin1')
  if (name !== null && found.has(name)) return true
  const is = verifyBytes(null, bytes, keyObject('public', verifyKey), signature)
  if (found.size >= foundMost) found.clear()
  if (is && name !== null) found.add(name)
  return is
}
