/** Finds out as a stranger would which keys are those of one log: written from server/keys/HANDOVER.md alone, with what Node has. It takes nothing from the product, and is not to. */
import { createPublicKey, verify } from 'node:crypto'
import { sha256 } from './strangers-log'

type Given = { readonly before: string; readonly after: string; readonly size: number; readonly isLoss: boolean }

function isSigned(text: string, signatures: readonly string[], key: string): boolean {
  const [, name = '', id = '', half = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(key) ?? []
  const bytes = Buffer.from(half, 'base64')
  if (bytes.length !== 33 || bytes[0] !== 1 || sha256(Buffer.from(`${name}\n`), bytes).subarray(0, 4).toString('hex') !== id) return false
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(1).toString('base64url') }, format: 'jwk' })
  return signatures.filter((line) => line.startsWith(`— ${name} `)).map((line) => Buffer.from(line.slice(`— ${name} `.length), 'base64')).some((signed) => signed.subarray(0, 4).toString('hex') === id && verify(null, Buffer.from(text), publicKey, signed.subarray(4)))
}
function read(note: string): Given {
  const [format, before = '', after = '', size = '', root, empty, one = '', other = '', end, ...more] = note.split('\n')
  const text = `${format}\n${before}\n${after}\n${size}\n${root}\n`
  const isLoss = format === 'bailiwick-loss-1'
  const isWhole = (isLoss ? one !== '' && other === '' && end === undefined : format === 'bailiwick-handover-1' && end === '') && empty === '' && more.length === 0 && before.split('+')[0] !== after.split('+')[0]
  if (!isWhole || !(isLoss ? [after] : [before, after]).every((key) => isSigned(text, [one, other], key))) throw new Error('a handover is none')
  return { before, after, size: Number(size), isLoss }
}

/** The keys of the log, and up to which size each vouches; throws for what is no such file. */
export function strangersKeys(file: string, told: string): ReadonlyMap<string, number> {
  const [head, ...lines] = file.split('\n')
  if (head !== '{"format":"bailiwick-handovers-1"}' || lines.pop() !== '') throw new Error('it is no file of handovers')
  const given = [...new Set(lines)].map((line) => read((JSON.parse(line) as { handover: string }).handover))
  const all = given.filter((one) => given.every((other) => one === other || (one.before !== other.before && one.after !== other.after)))
  const keys = new Map([[told, Number.POSITIVE_INFINITY]])
  for (let [at, most] = [told, Number.POSITIVE_INFINITY]; ; ) {
    const back = all.find(({ before, after, size }) => after === at && size <= most && !keys.has(before))
    if (!back) break
    keys.set(back.before, back.size)
    ;[at, most] = [back.before, back.size]
  }
  for (let [at, least] = [told, all.find(({ after }) => after === told)?.size ?? 0]; ; ) {
    const on = all.find(({ before, after, size, isLoss }) => !isLoss && before === at && size >= least && !keys.has(after))
    if (!on) break
    keys.set(at, on.size).set(on.after, Number.POSITIVE_INFINITY)
    ;[at, least] = [on.after, on.size]
  }
  return keys
}
