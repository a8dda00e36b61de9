/**
 * What every stranger needs to check a file against the log: written from server/audit/EXPORT.md alone, with what Node has. It takes nothing from the product, and is not to: what both had would be wrong in
 * both.
 */
import { createHash, createPublicKey, verify } from 'node:crypto'

export type Line = Record<string, unknown>
export const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 8785 of what JSON.parse gives: names by their UTF-16 units, everything else as JSON.stringify has it. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical((value as Line)[name])}`).join(',')}}`
}

function rootSigned(note: string, key: string): { size: number; root: Buffer } {
  const [, name = '', id = '', half = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(key) ?? []
  const bytes = Buffer.from(half, 'base64')
  if (bytes.length !== 33 || bytes[0] !== 1) throw new Error('the key is none')
  if (sha256(Buffer.from(`${name}\n`), bytes).subarray(0, 4).toString('hex') !== id) throw new Error('the key has another id')
  const [origin = '', size = '', root = '', empty, signature = '', end] = note.split('\n')
  if (origin !== name || empty !== '' || end !== '' || !signature.startsWith(`— ${name} `)) throw new Error('the checkpoint is of another log')
  const signed = Buffer.from(signature.slice(`— ${name} `.length), 'base64')
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(1).toString('base64url') }, format: 'jwk' })
  if (signed.subarray(0, 4).toString('hex') !== id || !verify(null, Buffer.from(`${origin}\n${size}\n${root}\n`), publicKey, signed.subarray(4))) throw new Error('the checkpoint is not signed')
  return { size: Number(size), root: Buffer.from(root, 'base64') }
}

type Given = { readonly checkpoint: string; readonly places: readonly number[]; readonly hashes: readonly string[] }
/** Throws what does not hold, unless these records stand at these places of the log whose root the key signed, and the hashes lead there, none of them too many. */
export function inLog(records: readonly string[], { checkpoint, places, hashes: given }: Given, key: string): void {
  const { size, root } = rootSigned(checkpoint, key)
  const hashes = given.map((hash) => Buffer.from(hash, 'base64'))
  if (places.length !== records.length) throw new Error('there is not a place for each')
  const leaves = records.map((text, nth) => ({ place: places[nth] ?? -1, leaf: sha256(Buffer.of(0), Buffer.from(text)) })).sort((one, other) => one.place - other.place)
  if (leaves.some(({ place }, nth) => !Number.isInteger(place) || place <= (leaves[nth - 1]?.place ?? -1) || place >= size)) throw new Error('the places are none')
  const hashOf = (from: number, to: number): Buffer => {
    const inside = leaves.filter(({ place }) => place >= from && place < to)
    if (inside.length === 0) return hashes.shift() ?? Buffer.alloc(0)
    if (to === from + 1) return inside[0]?.leaf ?? Buffer.alloc(0)
    let k = 1
    while (k * 2 < to - from) k *= 2
    const left = hashOf(from, from + k)
    return sha256(Buffer.of(1), left, hashOf(from + k, to))
  }
  if (!hashOf(0, size).equals(root) || hashes.length > 0) throw new Error('it does not lead to the root')
}
