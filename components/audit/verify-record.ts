/**
 * Whether a record is in the log as a signed checkpoint has it: found out where it is read, by what is written of the form of it and nothing of the server's
 * (RFC 6962 leaves, RFC 9162 inclusion, c2sp.org/tlog-checkpoint, Ed25519).
 */
export type Proof = { record: string; proof: { index: number; size: number; path: readonly string[] } | null; checkpoint: string | null; /** Of a yes that somebody signed. */ receipt?: unknown }
export type Verified = { holds: true; index: number; size: number; leaf: string } | { holds: false; because: 'not_sealed' | 'no_checkpoint' | 'not_signed' | 'another_size' | 'not_in_it' | 'cannot_check' }
type Bytes = Uint8Array<ArrayBuffer>

const bytesOf = (base64: string): Bytes => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
const same = (one: Uint8Array, other: Uint8Array) => one.length === other.length && one.every((byte, at) => byte === other[at])
const hashOf = async (...parts: readonly Uint8Array[]): Promise<Bytes> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
}
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** The root that a leaf leads to. Where the last of a level has nobody beside it, it goes up as it is. */
async function rootFrom(leaf: Bytes, index: number, size: number, path: readonly Bytes[]): Promise<Bytes | null> {
  let [hash, place, last] = [leaf, index, size - 1]
  for (const beside of path) {
    while (last > 0 && place % 2 === 0 && place === last) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
    if (last === 0) return null
    hash = await hashOf(Uint8Array.of(1), ...(place % 2 === 1 ? [beside, hash] : [hash, beside]));
    [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  }
  while (last > 0 && place % 2 === 0 && place === last) [place, last] = [Math.floor(place / 2), Math.floor(last / 2)]
  return last === 0 ? hash : null
}

/** A key as the log hands it out: name, id, and a byte that says Ed25519 before the key itself. */
async function opened(checkpoint: string, keyText: string): Promise<{ size: number; root: Bytes } | null> {
  const [, name = '', , half = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(keyText) ?? []
  const end = checkpoint.lastIndexOf('\n\n')
  const text = checkpoint.slice(0, end + 1)
  const signature = checkpoint.slice(end + 2).split('\n').map((line) => /^— (\S+) (\S+)$/.exec(line)).find((line) => line?.[1] === name)?.[2]
  const [log, size = '', root = ''] = text.split('\n')
  if (end === -1 || signature === undefined || log !== name || !/^[1-9]\d*$/.test(size)) return null
  const key = await crypto.subtle.importKey('raw', bytesOf(half).slice(1), { name: 'Ed25519' }, false, ['verify'])
  const holds = await crypto.subtle.verify({ name: 'Ed25519' }, key, bytesOf(signature).slice(4), new TextEncoder().encode(text))
  return holds ? { size: Number(size), root: bytesOf(root) } : null
}

export async function verifyRecord({ record, proof, checkpoint }: Proof, key: string): Promise<Verified> {
  if (proof === null) return { holds: false, because: 'not_sealed' }
  if (checkpoint === null) return { holds: false, because: 'no_checkpoint' }
  try {
    const head = await opened(checkpoint, key)
    if (head === null) return { holds: false, because: 'not_signed' }
    if (head.size !== proof.size) return { holds: false, because: 'another_size' }
    const leaf = await hashOf(Uint8Array.of(0), new TextEncoder().encode(record))
    const root = await rootFrom(leaf, proof.index, proof.size, proof.path.map(bytesOf))
    return root !== null && same(root, head.root) ? { holds: true, index: proof.index, size: proof.size, leaf: hex(leaf) } : { holds: false, because: 'not_in_it' }
  } catch {
    // A browser that does not know Ed25519, or one that may not ask: nothing is known of the record by that.
    return { holds: false, because: 'cannot_check' }
  }
}
