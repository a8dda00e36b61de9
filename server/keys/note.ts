/** Signed notes (c2sp.org/signed-note): some lines of text, an empty one, and who vouches for them by Ed25519. What a note says is read only from one that was opened. */
import { createHash } from 'node:crypto'
import { isSigned, publicHalf, sign, signatureBytes } from './signing'

/** Who may vouch: a name, and the key that goes with it. The id is a hint for finding the key, and no more. */
export type NoteKey = { readonly name: string; readonly id: Buffer; readonly publicKey: Buffer }

const ed25519 = 1
const idBytes = 4
const noteMost = 8 * 1024 * 1024
const isName = (name: string): boolean => name !== '' && !/[\s+\p{Cc}]/u.test(name)
/** Base64 has spellings that mean the same bytes; only the one that is written here is taken. */
const bytesOf = (text: string): Buffer | null => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.toString('base64') === text ? bytes : null
}

export function noteKey(name: string, publicKey: Buffer): NoteKey {
  if (!isName(name)) throw new Error(`${JSON.stringify(name)} cannot name a key`)
  return { name, publicKey, id: createHash('sha256').update(`${name}\n`).update(Buffer.of(ed25519)).update(publicKey).digest().subarray(0, idBytes) }
}

/** A key as it is handed to strangers: its name, its id and its public half, in one word. */
export const noteKeyText = ({ name, id, publicKey }: NoteKey): string => `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(ed25519), publicKey]).toString('base64')}`
/** Null for what is no Ed25519 key, or whose id is not its own. */
export function parseNoteKey(text: string): NoteKey | null {
  const [, name = '', id, half = ''] = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(text) ?? []
  const bytes = bytesOf(half)
  if (!isName(name) || bytes?.length !== 33 || bytes[0] !== ed25519) return null
  const key = noteKey(name, bytes.subarray(1))
  return key.id.toString('hex') === id ? key : null
}

const isText = (text: string): boolean => text.endsWith('\n') && !/[\p{Cs}]|(?!\n)\p{Cc}/u.test(text)

export function signNote(text: string, name: string, signKey: Buffer): string {
  if (!isText(text)) throw new Error('a note ends in a line break and holds no other control characters')
  const signature = Buffer.concat([noteKey(name, publicHalf(signKey)).id, sign(signKey, Buffer.from(text))])
  return `${text}\n— ${name} ${signature.toString('base64')}\n`
}

/** The text, if this key vouches for it; null for anything else. Others may vouch beside it: what an unknown key says is passed over. */
export function openNote(note: string, key: NoteKey, most = noteMost): string | null {
  if (note.length > most || !isText(note)) return null
  const end = note.lastIndexOf('\n\n')
  if (end === -1) return null
  const text = note.slice(0, end + 1)
  const lines = note.slice(end + 2, -1).split('\n').map((line) => /^— ([^\s+]+) ([A-Za-z0-9+/=]+)$/.exec(line))
  const signatures = lines.map((line) => ({ name: line?.[1], bytes: line?.[2] ? bytesOf(line[2]) : null }))
  if (signatures.some(({ bytes }) => bytes === null || bytes.length <= idBytes)) return null
  const ours = signatures.flatMap(({ name, bytes }) => (name === key.name && bytes?.subarray(0, idBytes).equals(key.id) ? [bytes.subarray(idBytes)] : []))
  const [first] = ours
  return first?.length === signatureBytes && ours.every((signature) => isSigned(key.publicKey, Buffer.from(text), signature)) ? text : null
}
