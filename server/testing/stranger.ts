/** Checks an export as a stranger would: written from server/audit/EXPORT.md alone, with what Node has. It takes nothing from the product, and is not to. */
import { createHash, createPublicKey, verify } from 'node:crypto'

type Line = Record<string, unknown>
const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 8785 of what JSON.parse gives: names by their UTF-16 units, everything else as JSON.stringify has it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.keys(value).sort().map((name) => `${JSON.stringify(name)}:${canonical((value as Line)[name])}`).join(',')}}`
}

function opened(note: string, key: string): { size: number; root: Buffer } {
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

/** Null if all of it holds; else the first thing that does not. */
export function strangersWord(file: string, key: string): string | null {
  try {
    check(file, key)
    return null
  } catch (thrown) {
    return thrown instanceof Error ? thrown.message : String(thrown)
  }
}

function check(file: string, key: string): void {
  if (!file.endsWith('\n')) throw new Error('it does not end in a line break')
  const texts = file.slice(0, -1).split('\n')
  const lines = texts.map((text) => {
    const line = JSON.parse(text) as Line
    if (JSON.stringify(line) !== text) throw new Error('a line is written otherwise')
    return line
  })
  const [head = {}] = lines
  if (Object.keys(head).join() !== 'format,log,reader,tenant,query,actors,asOf,since,until' || head.format !== 'bailiwick-export-1') throw new Error('it is no export')
  let at = 1
  const next = (name: string): unknown => {
    const line = lines[at] ?? {}
    return Object.keys(line).join() === name ? line[name] : undefined
  }
  const records: string[] = []
  for (let missing = 0; ; at++) {
    const record = next('record')
    if (typeof record === 'string') records.push(record)
    else if (next('missing') !== undefined) missing++
    else {
      const contents = next('contents') as { records: number; missing: number } | undefined
      if (contents?.records !== records.length || contents.missing !== missing) throw new Error('the contents are not those that it says')
      break
    }
  }
  const digest = sha256(Buffer.from(`${texts.slice(0, at + 1).join('\n')}\n`)).toString('base64url')
  at++
  const closing = next('closing')
  at++
  const checkpoint = next('checkpoint')
  at++
  if (typeof closing !== 'string' || typeof checkpoint !== 'string') throw new Error('it is not closed')
  const places: number[] = []
  for (; next('places') !== undefined; at++) places.push(...(next('places') as number[]))
  const hashes: Buffer[] = []
  for (; next('hashes') !== undefined; at++) hashes.push(...(next('hashes') as string[]).map((hash) => Buffer.from(hash, 'base64')))
  if (at !== lines.length) throw new Error('a line stands where none should')

  const seen = new Set<string>()
  for (const text of [...records, closing]) {
    const record = JSON.parse(text) as { timestamp: string; metadata: { tenant: string; stream: string; sequence: string } }
    if (canonical(record) !== text) throw new Error('a record is not canonical')
    const { tenant, stream, sequence } = record.metadata
    if (seen.size === seen.add(`${tenant}/${stream}/${sequence}`).size) throw new Error('a record stands there twice')
    if (text === closing) continue
    const time = Date.parse(record.timestamp)
    if ((head.tenant !== null && tenant !== head.tenant) || time < Date.parse(String(head.since)) || (head.until !== null && time >= Date.parse(String(head.until)))) throw new Error('a record is not of what was asked')
  }
  const { size, root } = opened(checkpoint, key)
  const own = JSON.parse(closing) as { outcome: string; action: { resource: string; verb: string }; actor: { userId: string }; metadata: { tenant: string }; context: { export: { form: string; records: number; digest: string } } }
  const isOwn = own.outcome === 'done' && own.action.resource === 'audit' && own.action.verb === (head.tenant === null ? 'exportOnPlatform' : 'export') && own.actor.userId === head.reader && own.metadata.tenant === (head.tenant ?? 'platform')
  if (!isOwn) throw new Error('it is closed by another’s record')
  if (own.context.export.form !== 'bundle' || own.context.export.records !== records.length || own.context.export.digest !== digest) throw new Error('it is not what was taken out')

  if (places.length !== records.length + 1) throw new Error('there is not a place for each')
  const leaves = [...records, closing].map((text, nth) => ({ place: places[nth] ?? -1, leaf: sha256(Buffer.of(0), Buffer.from(text)) })).sort((one, other) => one.place - other.place)
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
